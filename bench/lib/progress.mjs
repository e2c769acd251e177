import { Presets, SingleBar } from 'cli-progress';

const WITHOUT_TERMINAL_MS = 10_000;

/** A progress bar that also shows the current step; without a terminal, an occasional line. */
export function startProgress(total) {
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% | {doing}',
      noTTYOutput: true,
      notTTYSchedule: WITHOUT_TERMINAL_MS,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { doing: 'starting' });
  return {
    doing: (doing) => bar.update({ doing }),
    done: (steps = 1) => bar.increment(steps),
    stop: () => bar.stop(),
  };
}
