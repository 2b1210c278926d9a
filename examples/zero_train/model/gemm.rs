//! Matrix product with checked shapes: the one door to `matrixmultiply`, which takes raw pointers and packs its
//! operands, so that transposed and strided ones run at the speed of plain ones.
#![allow(unsafe_code, reason = "matrixmultiply::sgemm takes pointers")]

/// A matrix to read: `rows × columns`, element (r, c) at `r·row_stride + c·column_stride`.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a> Matrix<'a> {
    /// All of `data`, row by row.
    pub fn new(data: &'a [f32], rows: usize, columns: usize) -> Self {
        assert_eq!(data.len(), rows * columns, "a {rows} × {columns} matrix");
        Self::strided(data, rows, columns, columns)
    }

    /// A block of columns of a wider matrix: rows start `row_stride` elements apart, the first one at `data[0]`.
    pub fn strided(data: &'a [f32], rows: usize, columns: usize, row_stride: usize) -> Self {
        check_span(data.len(), rows, columns, row_stride);
        Self { data, rows, columns, row_stride, column_stride: 1 }
    }

    /// The transpose; nothing is moved.
    pub fn t(self) -> Self {
        Self {
            data: self.data,
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
        }
    }
}

/// A matrix to write, row by row.
pub struct MatrixMut<'a> {
    data: &'a mut [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
}

impl<'a> MatrixMut<'a> {
    /// All of `data`, row by row.
    pub fn new(data: &'a mut [f32], rows: usize, columns: usize) -> Self {
        assert_eq!(data.len(), rows * columns, "a {rows} × {columns} matrix");
        Self::strided(data, rows, columns, columns)
    }

    /// A block of columns of a wider matrix, see [`Matrix::strided`].
    pub fn strided(data: &'a mut [f32], rows: usize, columns: usize, row_stride: usize) -> Self {
        check_span(data.len(), rows, columns, row_stride);
        Self { data, rows, columns, row_stride }
    }
}

/// Both constructors rest on this: rows do not overlap and the last element lies inside.
fn check_span(len: usize, rows: usize, columns: usize, row_stride: usize) {
    assert!(row_stride >= columns, "rows of {columns} elements overlap when {row_stride} apart");
    let fits = match rows.checked_sub(1) {
        Some(last) => {
            last.checked_mul(row_stride).and_then(|start| start.checked_add(columns)).is_some_and(|end| end <= len)
        }
        None => true,
    };
    assert!(fits, "{rows} rows of {columns}, {row_stride} apart, do not fit in {len} elements");
}

/// c = alpha·a·b + beta·c. With a `beta` of zero the old `c` is not read.
pub fn gemm(alpha: f32, a: Matrix<'_>, b: Matrix<'_>, beta: f32, c: MatrixMut<'_>) {
    assert_eq!((a.rows, a.columns, b.columns), (c.rows, b.rows, c.columns), "shapes of a, b and c");
    // SAFETY: sgemm asks that every element it reaches by these shapes and strides may be read, and those of `c` be
    // written and distinct. The constructors checked that the last element of each matrix lies in its slice, and that
    // rows of `c` do not overlap; the shapes agree (above); `c` is borrowed mutably, so that neither `a` nor `b` is
    // part of it. A stride that does not fit `isize` belongs to at most one row, and is then multiplied by zero.
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.columns,
            b.columns,
            alpha,
            a.data.as_ptr(),
            a.row_stride as isize,
            a.column_stride as isize,
            b.data.as_ptr(),
            b.row_stride as isize,
            b.column_stride as isize,
            beta,
            c.data.as_mut_ptr(),
            c.row_stride as isize,
            1,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_transposes_multiply_in_place() {
        // Columns 1..3 of a 2 × 4 matrix, times the transpose of a 3 × 2 one.
        let a = [9.0, 1.0, 2.0, 9.0, 9.0, 3.0, 4.0, 9.0];
        let b = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let mut c = [7.0; 6];
        gemm(1.0, Matrix::strided(&a[1..], 2, 2, 4), Matrix::new(&b, 3, 2).t(), 0.0, MatrixMut::new(&mut c, 2, 3));
        assert_eq!(c, [1.0, 2.0, 3.0, 3.0, 4.0, 7.0]);
    }

    #[test]
    #[should_panic(expected = "do not fit in 7 elements")]
    fn block_past_the_end_is_refused() {
        Matrix::strided(&[0.0; 7], 2, 4, 4);
    }

    #[test]
    #[should_panic(expected = "overlap")]
    fn overlapping_rows_are_refused() {
        MatrixMut::strided(&mut [0.0; 8], 2, 4, 3);
    }
}
