import { registerHooks } from 'node:module';

// Loaded before a program with `node --import`: says on standard error which modules it loads.
registerHooks({
  load(url, context, next) {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
