/* Measures MPI_Allreduce of floats as bench_comm measures an all-reduce: the same buffers, one process a rank, each operation to
 * its end before the next, rounds that a broadcast begins. Prints the bytes and the median of rank 0's times in microseconds.
 *
 *     allreduce BYTES SECONDS
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 1000
#define ROUND 0.02

static float *send, *receive;
static int count;

static int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double median(double *times, size_t number) {
    qsort(times, number, sizeof *times, by_size);
    return times[(number - 1) / 2];
}

/* All ranks do as many operations as rank 0 says; none when that is 0. Rank 0's times go to `times`. */
static int round_of(int operations, double *times) {
    MPI_Bcast(&operations, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < operations; i++) {
        double started = MPI_Wtime();
        MPI_Allreduce(send, receive, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        times[i] = MPI_Wtime() - started;
    }
    return operations;
}

static int in_a_round(double time, int least) {
    double operations = time > 0 ? ROUND / time : MOST;
    return operations < least ? least : operations > MOST ? MOST : (int)operations;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) {
        if (rank == 0) fprintf(stderr, "usage: allreduce BYTES SECONDS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    size_t bytes = strtoull(argv[1], NULL, 10);
    double seconds = strtod(argv[2], NULL);
    count = (int)(bytes / sizeof(float));
    send = malloc(bytes);
    receive = malloc(bytes);
    double round[MOST], *all = NULL;
    size_t number = 0, room = 0;
    if (!send || !receive) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < count; i++) {
        send[i] = (float)(i % 3 + rank % 2);
        receive[i] = 0;
    }
    if (rank != 0) {
        while (round_of(0, round) > 0) {
        }
    } else {
        round_of(2, round);
        round_of(in_a_round(median(round, 2), 2), round);
        int operations = in_a_round(round[0], 1);
        int rounds = 0;
        for (double started = MPI_Wtime(); rounds < 5 || MPI_Wtime() - started < seconds; rounds++) {
            round_of(operations, round);
            if (number + operations > room) {
                room = 2 * room + operations;
                all = realloc(all, room * sizeof *all);
                if (!all) MPI_Abort(MPI_COMM_WORLD, 1);
            }
            for (int i = 0; i < operations; i++) all[number++] = round[i];
        }
        round_of(0, round);
    }
    int wrong = 0, all_wrong = 0;
    for (int i = 0; i < count; i++) wrong += receive[i] != (float)(ranks * (i % 3) + ranks / 2);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all_wrong) fprintf(stderr, "%d elements are wrong\n", all_wrong);
    if (rank == 0) printf("%zu %.3f\n", bytes, median(all, number) * 1e6);
    MPI_Finalize();
    return rank == 0 && all_wrong;
}
