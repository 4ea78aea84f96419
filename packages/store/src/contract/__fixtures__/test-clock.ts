/** A clock that can be moved ahead, for tests of leases and of mail that is due later. */
export function testClock(): { now: () => number; passTime: (milliseconds: number) => void } {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    passTime(milliseconds) {
      ahead += milliseconds;
    },
  };
}
