import { Presets, SingleBar } from 'cli-progress';

const NO_TERMINAL_INTERVAL_MS = 10_000;

/** A progress bar that also shows the current step; without a terminal, an occasional line. */
export function startProgress(total) {
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% | {step}',
      noTTYOutput: true,
      notTTYSchedule: NO_TERMINAL_INTERVAL_MS,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { step: 'starting' });
  return {
    show: (step) => bar.update({ step }),
    done: (steps = 1) => bar.increment(steps),
    stop: () => bar.stop(),
  };
}
