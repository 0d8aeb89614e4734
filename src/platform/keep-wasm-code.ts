import { setFlagsFromString } from 'node:v8';

// When V8 frees recompiled WebAssembly code, its bookkeeping can abort the process ("Check failed:
// jit_page_->allocations_.erase", nodejs/node#64500). The replaced code is a few megabytes, and is kept.
setFlagsFromString('--no-wasm-code-gc');
