import { describe, expect, test } from 'vitest';
import { onStage, TASK, type Wit } from '../__fixtures__/rehearsal.ts';
import { livingPlayers } from '../rules/game-state.ts';
import type { Role } from '../rules/roles.ts';
import { playDay } from './play-day.ts';
import { playNight } from './play-night.ts';
import { playTrial } from './play-trial.ts';
import { conclude, direct } from './stage.ts';

// In this order: Agnes, Bartek, Celeste, Dimitri, Elodie, Farid.
const SIX: Role[] = ['Mafia', 'Mafia', 'Doctor', 'Detective', 'Villager', 'Villager'];

/** Answers by the first pattern that fits. */
const wit =
  (...answers: [RegExp, string | ((name: string) => string)][]): Wit =>
  (name, question) => {
    const answer = answers.find(([pattern]) => pattern.test(question))?.[1] ?? 'Hm.';
    return typeof answer === 'string' ? answer : answer(name);
  };

const NIGHT: [RegExp, string][] = [
  [/protect/, 'I guard Elodie.'],
  [/investigate/, 'I follow Agnes.'],
  [/kill/, 'Farid.'],
];

describe('a night', () => {
  test('a night ends when doctor, detective and Mafia have had their say', async () => {
    await onStage(SIX, wit(...NIGHT), async (stage) => {
      expect(await playNight(stage)).toEqual({ victim: 'Farid', saved: false });
      expect(stage.table.state).toMatchObject({ phase: 'discussion', protections: { Celeste: 'Elodie' } });
    });
  });

  test('tells only the detective what it found out', async () => {
    await onStage(SIX, wit(...NIGHT), async (stage, entries) => {
      await playNight(stage);
      const told = (await entries()).filter(
        (entry) => entry.type === 'message' && entry.message.message.body === 'Agnes is a member of the Mafia.',
      );
      expect(told.map((entry) => entry.type === 'message' && entry.to)).toEqual(['Dimitri']);
    });
  });

  test('a night stays quiet when the Mafia cannot agree after three votes', async () => {
    const split = wit([/kill/, (name) => (name === 'Agnes' ? 'Elodie.' : 'Farid.')], ...NIGHT);
    await onStage(SIX, split, async (stage, entries) => {
      expect(await playNight(stage)).toEqual({ victim: null, saved: false });
      const votes = (await entries()).filter((entry) => entry.type === 'call' && entry.tool === 'mafia_vote_kill');
      expect(votes).toHaveLength(6);
    });
  });

  test('a night continues without a player whose words cannot be recorded', async () => {
    await onStage(SIX, wit([/protect/, 'Let me sleep.'], ...NIGHT), async (stage) => {
      expect(await playNight(stage)).toEqual({ victim: 'Farid', saved: false });
      expect(stage.table.state.protections).toEqual({});
    });
  });
});

describe('a trial', () => {
  const accuse = (...names: string[]) =>
    wit(
      [
        /nominate/,
        (name) =>
          `I nominate ${names.find((each, index) => each !== name && index === name.length % names.length) ?? names.find((each) => each !== name)}.`,
      ],
      [/Which nominee/, 'I choose Agnes.'],
      [/Execute or spare/, 'execute'],
    );

  test('a trial is held with a single nominee (Q56)', async () => {
    await onStage(
      SIX,
      accuse('Agnes'),
      async (stage, entries) => {
        await playDay(stage);
        expect(stage.table.state).toMatchObject({ phase: 'gallows', condemned: 'Agnes' });
        await playTrial(stage);
        expect(livingPlayers(stage.table.state).map((player) => player.name)).not.toContain('Agnes');
        expect((await entries()).some((entry) => entry.type === 'call' && entry.tool === 'record_vote')).toBe(false);
      },
      { phase: 'discussion' },
    );
  });

  test('chooses between several nominees first', async () => {
    await onStage(
      SIX,
      accuse('Agnes', 'Bartek'),
      async (stage, entries) => {
        await playDay(stage);
        expect(stage.table.state.phase).toBe('vote');
        await playTrial(stage);
        expect(stage.table.state.condemned).toBe('Agnes');
        const votes = (await entries()).filter((entry) => entry.type === 'call' && entry.tool === 'record_vote');
        expect(votes).toHaveLength(6);
      },
      { phase: 'discussion' },
    );
  });

  test('a trial ends without a verdict when the vote stays tied', async () => {
    const split = wit([
      /Which nominee/,
      (name) => (['Agnes', 'Celeste', 'Elodie'].includes(name) ? 'Agnes' : 'Bartek'),
    ]);
    const nominees = ['Agnes', 'Bartek'].map((name) => ({ name, by: 'Elodie', second: 'Farid' }));
    await onStage(
      SIX,
      split,
      async (stage, entries) => {
        await playTrial(stage);
        expect(livingPlayers(stage.table.state)).toHaveLength(6);
        expect(stage.table.state.condemned).toBeNull();
        const votes = (await entries()).filter((entry) => entry.type === 'call' && entry.tool === 'record_vote');
        expect(votes).toHaveLength(12);
      },
      { phase: 'vote', nominees },
    );
  });

  test('no trial is held when nobody is named by two', async () => {
    const own = wit([/nominate/, 'I pass.']);
    await onStage(
      SIX,
      own,
      async (stage) => {
        await playDay(stage);
        await playTrial(stage);
        expect(stage.table.state).toMatchObject({ condemned: null, nominees: [] });
        expect(livingPlayers(stage.table.state)).toHaveLength(6);
      },
      { phase: 'discussion' },
    );
  });
});

describe('a faulty narrator', () => {
  test('a narrator that forgets its work is reminded twice, and then the game continues', async () => {
    await onStage(SIX, wit(), async (stage, entries) => {
      await direct(stage, { payload: 'Do something that you cannot.', isDone: () => false });
      const steps = (await entries()).flatMap((entry) =>
        entry.type === 'message' && entry.message.message.subject === '::manual_step::'
          ? [entry.message.message.body]
          : [],
      );
      expect(steps).toEqual([
        'Do something that you cannot.',
        'Something is still missing. Do something that you cannot.',
        'Something is still missing. Do something that you cannot.',
      ]);
    });
  });

  test('ends the game when it ends it too early', async () => {
    await onStage(SIX, wit(), async (stage) => {
      const early = direct(stage, { payload: 'Winner: town. Call task_complete.' });
      await expect(early).rejects.toThrow('the narrator has ended the game');
    });
  });

  test('leaves a cancelled game when it has no final word', async () => {
    await onStage(SIX, wit(), async (stage) => {
      expect(await conclude(stage, 'Say goodbye.')).toBe('');
      expect((await stage.instance.task(TASK))!.status).toBe('cancelled');
    });
  });
});
