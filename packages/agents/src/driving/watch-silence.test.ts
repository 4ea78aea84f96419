import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSilence } from './watch-silence.ts';

describe('watchSilence', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function watch(isExcused = () => false): {
    watch: ReturnType<typeof watchSilence>;
    onSilence: ReturnType<typeof vi.fn>;
  } {
    const onSilence = vi.fn<() => void>();
    return { watch: watchSilence({ silenceMs: 1_000, onSilence, isExcused }), onSilence };
  }

  it('reports silence once', () => {
    const { onSilence } = watch();
    vi.advanceTimersByTime(900);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('starts anew with every sign of life', () => {
    const { watch: silence, onSilence } = watch();
    for (let each = 0; each < 10; each += 1) {
      vi.advanceTimersByTime(900);
      silence.heard();
    }
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('silence that has a reason is not counted', () => {
    let isWaiting = true;
    const { onSilence } = watch(() => isWaiting);
    vi.advanceTimersByTime(60_000);
    expect(onSilence).not.toHaveBeenCalled();
    isWaiting = false;
    vi.advanceTimersByTime(1_500);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('stops when it is disposed of', () => {
    const { watch: silence, onSilence } = watch();
    silence[Symbol.dispose]();
    vi.advanceTimersByTime(60_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
