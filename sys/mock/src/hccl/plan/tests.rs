//! Plans over memory of the test itself: a plan does not care where regions are.

use super::Reducing;

#[test]
fn a_ring_ends_at_the_owner() {
    assert_eq!(Reducing::Ring.apply(vec![0, 1, 2, 3], 1), [2, 3, 0, 1]);
    assert_eq!(Reducing::Ring.apply(vec![0, 1, 2, 3], 3), [0, 1, 2, 3]);
}

#[test]
fn a_drawn_order_is_a_permutation_that_its_number_gives_again() {
    let draw = |seed| Reducing::Drawn(seed).apply((0..8).collect::<Vec<_>>(), 2);
    let mut different = 0;
    for seed in 0..20 {
        let mut order = draw(seed);
        assert_eq!(order, draw(seed));
        different += usize::from(order != draw(seed + 1));
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
    assert!(different > 15);
}
