/* Prints the two signatures of the bench alone, as bench/signature has them. It needs only the library, so that it can
 * be built for machines that this one only emulates. */
#include "bench/bench.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    static bench_report report;
    if (!bench_measure(NULL, 128, 1, NULL, NULL, &report))
        return 1;
    printf("signature %016" PRIx64 "\nplayer    %016" PRIx64 "\n", report.signature, report.player_signature);
    return 0;
}
