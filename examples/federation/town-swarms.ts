import { agent, type AnyAction, type Swarm, swarm } from '@posthouse/runtime';
import { type Script, scripted } from '@posthouse/runtime/scripted';
import { slowly } from '../playing/slowly.ts';
import { toLeadPrompt, toSpecialistPrompt } from '@posthouse/runtime/reference-library';
import { harbourScripts } from './harbour-script.ts';
import { lighthouseScripts } from './lighthouse-script.ts';
import { lookUpShip } from './look-up-ship.ts';
import { readGauge } from './read-gauge.ts';

/** A language model for every agent, or scripts that take their time. */
export type Playing = { model?: string; delayMs?: number };

type Member = { name: string; description: string; system: string };
type Town = {
  name: string;
  description: string;
  lead: Member;
  specialist: Member;
  /** What the specialist can do. */
  action: AnyAction;
  /** The lead of the other swarm. */
  neighbour: string;
  scripts: Readonly<Record<string, Script>>;
};

const ANSWER_PEERS =
  'When the request came from another swarm, first send the answer to its sender with send_response, then finish.';

/** The swarm that knows the ships. Whether one can sail depends on the water, and it has to ask elsewhere about that. */
export function harbourSwarm(playing: Playing = {}): Swarm {
  return toSwarm(playing, {
    name: 'harbour',
    description: 'Knows its ships and says which of them can sail.',
    neighbour: 'keeper@lighthouse',
    scripts: harbourScripts,
    action: lookUpShip,
    lead: {
      name: 'master',
      description: 'Says whether a ship can sail.',
      system: toLeadPrompt({
        who: 'the harbour master',
        team: [
          'clerk knows how deep each ship lies.',
          'keeper@lighthouse, an agent of another swarm, knows how deep the water is at an hour; ask it like one of your own.',
        ],
        work: ['A ship can sail when the water is deeper than the ship lies.', ANSWER_PEERS],
        answer: 'yes or no, how deep the ship lies and how deep the water is',
      }),
    },
    specialist: {
      name: 'clerk',
      description: 'Looks ships up in the register.',
      system: toSpecialistPrompt({
        who: 'the clerk of the harbour',
        work: ['Look ships up with look_up_ship; never make one up.'],
        answer: 'how deep the ship lies, in metres',
      }),
    },
  });
}

/** The swarm that knows the water. */
export function lighthouseSwarm(playing: Playing = {}): Swarm {
  return toSwarm(playing, {
    name: 'lighthouse',
    description: 'Knows how deep the water over the bar is, at every hour of the day.',
    neighbour: 'master@harbour',
    scripts: lighthouseScripts,
    action: readGauge,
    lead: {
      name: 'keeper',
      description: 'Says how deep the water is.',
      system: toLeadPrompt({
        who: 'the keeper of the lighthouse',
        team: ['watch reads the gauge.'],
        work: [ANSWER_PEERS],
        answer: 'how deep the water over the bar is at the hour that was asked about',
      }),
    },
    specialist: {
      name: 'watch',
      description: 'Reads the gauge.',
      system: toSpecialistPrompt({
        who: 'the watch of the lighthouse',
        work: ['Read the gauge with read_gauge; never guess.'],
        answer: 'the hour and the depth of the water, in metres',
      }),
    },
  });
}

function toSwarm({ model, delayMs = 0 }: Playing, town: Town): Swarm {
  const { name, description, lead, specialist, action, neighbour, scripts } = town;
  const modelOf = (agentName: string) =>
    model ?? scripted(slowly(scripts[agentName]!, delayMs), { modelId: agentName });
  return swarm({
    name,
    version: '1.0.0',
    description,
    keywords: ['example', 'interswarm'],
    public: true,
    // Both the swarm and the agent have to be open to others.
    enableInterswarm: true,
    entrypoint: lead.name,
    agents: [
      agent({
        ...lead,
        model: modelOf(lead.name),
        commTargets: [specialist.name, neighbour],
        enableInterswarm: true,
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ ...specialist, model: modelOf(specialist.name), commTargets: [lead.name], actions: [action] }),
    ],
  });
}
