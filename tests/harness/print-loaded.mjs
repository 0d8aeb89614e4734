import { registerHooks } from 'node:module';

// Loaded before a program with `node --import`: prints the modules that it loads on standard error.
registerHooks({
  load(url, context, next) {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
