//! Embedding: row `token` of a table of shape `[VOCABULARY, dim]`.
//!
//! Backward: a row of the table gets the sum over the places where its token stood.

use super::vector::add;

/// `y[t] = table[tokens[t]]`.
pub fn forward(table: &[f32], tokens: impl Iterator<Item = u8>, dim: usize, y: &mut [f32]) {
    for (y, token) in y.chunks_exact_mut(dim).zip(tokens) {
        y.copy_from_slice(row(token, dim, table));
    }
}

/// `d_table[tokens[t]] += d_y[t]`.
pub fn backward(d_table: &mut [f32], tokens: impl Iterator<Item = u8>, dim: usize, d_y: &[f32]) {
    for (d_y, token) in d_y.chunks_exact(dim).zip(tokens) {
        let start = usize::from(token) * dim;
        add(&mut d_table[start..start + dim], d_y);
    }
}

fn row(token: u8, dim: usize, table: &[f32]) -> &[f32] {
    let start = usize::from(token) * dim;
    &table[start..start + dim]
}

#[cfg(test)]
mod tests {
    #[test]
    fn repeated_token_gathers_both_gradients() {
        let table: Vec<f32> = (0_u16..512).map(f32::from).collect();
        let tokens = [3_u8, 255, 3];
        let mut y = [0.0; 6];
        super::forward(&table, tokens.into_iter(), 2, &mut y);
        assert_eq!(y, [6.0, 7.0, 510.0, 511.0, 6.0, 7.0]);

        let mut d_table = vec![0.0; 512];
        super::backward(&mut d_table, tokens.into_iter(), 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((&d_table[6..8], &d_table[510..]), (&[6.0, 8.0][..], &[3.0, 4.0][..]));
        assert_eq!(d_table.iter().sum::<f32>(), 21.0);
    }
}
