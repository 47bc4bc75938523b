/* Computes the signature of the bench in WebAssembly: the tasks of the engines of `eleven bench`, without a clock. */
#include "bench/bench.h"

__attribute__((export_name("signature"))) uint64_t bench_web_signature(void)
{
    bench_input *input = bench_input_open();
    uint64_t signature = BENCH_UNSIGNED;
    const bench_task *task;
    if (!input)
        return 0;
    for (unsigned i = 0; (task = bench_engine_task(i)); i++)
        signature = bench_sign(signature, task, task->run(input).hash);
    bench_input_close(input);
    return signature;
}
