//! Where the elements of a tensor lie.

/// Sizes and steps of each dimension, in elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) sizes: Vec<usize>,
    pub(super) steps: Vec<usize>,
}

impl Shape {
    /// Steps for elements one after another, the last dimension first.
    pub(super) fn packed(sizes: &[usize]) -> Vec<usize> {
        let mut step = 1_usize;
        let mut steps: Vec<usize> = Vec::new();
        for size in sizes.iter().rev() {
            steps.push(step);
            step = step.saturating_mul((*size).max(1));
        }
        steps.reverse();
        steps
    }

    /// How many elements it names.
    pub(super) fn count(&self) -> usize {
        self.sizes.iter().fold(1, |count, &size| count.saturating_mul(size))
    }

    /// How many places from the first element to behind the last one.
    pub(super) fn extent(&self) -> usize {
        if self.count() == 0 {
            return 0;
        }
        let last = self
            .sizes
            .iter()
            .zip(&self.steps)
            .fold(0_usize, |last, (size, step)| last.saturating_add((size - 1).saturating_mul(*step)));
        last.saturating_add(1)
    }

    /// Whether the elements lie one after another without gaps.
    pub(super) fn is_packed(&self) -> bool {
        let packed = Self::packed(&self.sizes);
        let mut dimensions = self.sizes.iter().zip(&self.steps).zip(packed);
        dimensions.all(|((size, step), packed)| *size <= 1 || *step == packed)
    }

    /// The same elements for every place of a larger shape; `None` when they do not fit. Missing dimensions and those of size 1
    /// are repeated.
    pub(super) fn spread(&self, sizes: &[usize]) -> Option<Self> {
        let missing = sizes.len().checked_sub(self.sizes.len())?;
        let mut steps = vec![0; missing];
        for ((size, step), wanted) in self.sizes.iter().zip(&self.steps).zip(sizes.iter().skip(missing)) {
            if size != wanted && *size != 1 {
                return None;
            }
            steps.push(if size == wanted { *step } else { 0 });
        }
        Some(Self { sizes: sizes.to_vec(), steps })
    }

    /// Visits every place of it together with that of another shape of the same sizes: distances from the first element.
    pub(super) fn visit(&self, other: &Self, mut act: impl FnMut(usize, usize)) {
        let mut at = vec![0; self.sizes.len()];
        let (mut place, mut twin) = (0_usize, 0_usize);
        for _ in 0..self.count() {
            act(place, twin);
            // One further, the last dimension first.
            let dimensions = self.sizes.iter().zip(&self.steps).zip(&other.steps);
            for (at, ((size, step), twin_step)) in at.iter_mut().zip(dimensions).rev() {
                *at += 1;
                (place, twin) = (place + step, twin + twin_step);
                if *at < *size {
                    break;
                }
                (place, twin) = (place - *at * step, twin - *at * twin_step);
                *at = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(sizes: &[usize], steps: &[usize]) -> Shape {
        Shape { sizes: sizes.to_vec(), steps: steps.to_vec() }
    }

    fn visited(of: &Shape, with: &Shape) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        of.visit(with, |place, twin| places.push((place, twin)));
        places
    }

    #[test]
    fn elements_are_visited_in_the_order_of_their_indices() {
        let (rows, columns) = (shape(&[2, 3], &[3, 1]), shape(&[2, 3], &[1, 2]));
        assert_eq!(visited(&rows, &columns), [(0, 0), (1, 2), (2, 4), (3, 1), (4, 3), (5, 5)]);
        assert_eq!(visited(&shape(&[], &[]), &shape(&[], &[])), [(0, 0)]);
        assert!(visited(&shape(&[2, 0], &[1, 1]), &shape(&[2, 0], &[1, 1])).is_empty());
    }

    #[test]
    fn what_is_smaller_is_repeated() {
        let row = shape(&[3], &[2]);
        assert_eq!(row.spread(&[2, 3]), Some(shape(&[2, 3], &[0, 2])));
        assert_eq!(shape(&[2, 1], &[1, 1]).spread(&[2, 3]), Some(shape(&[2, 3], &[1, 0])));
        assert_eq!(row.spread(&[2]), None);
        assert_eq!(shape(&[1, 3], &[3, 1]).spread(&[3]), None);
    }

    #[test]
    fn gaps_and_extent_are_told() {
        assert!(shape(&[2, 3], &[3, 1]).is_packed());
        assert!(shape(&[2, 1, 3], &[3, 99, 1]).is_packed());
        assert!(!shape(&[3, 2], &[1, 3]).is_packed());
        assert_eq!(shape(&[2, 3], &[10, 2]).extent(), 15);
        assert_eq!(shape(&[2, 0], &[10, 2]).extent(), 0);
        assert_eq!(Shape::packed(&[2, 3, 4]), [12, 4, 1]);
    }
}
