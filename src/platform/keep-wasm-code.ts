import { setFlagsFromString } from 'node:v8';

// When V8 frees WebAssembly code that it has compiled anew, its own bookkeeping can abort the process
// ("Check failed: jit_page_->allocations_.erase", nodejs/node#64500). What is replaced is a few megabytes, and is kept.
setFlagsFromString('--no-wasm-code-gc');
