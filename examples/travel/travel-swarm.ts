import { agent, type Swarm, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { slowly } from '../playing/slowly.ts';
import { toLeadPrompt, toSpecialistPrompt } from '@posthouse/runtime/reference-library';
import { askTraveller, bookFlight, findFlights } from './actions.ts';
import { travelScripts } from './script.ts';

const clerkPrompt = toLeadPrompt({
  who: 'the travel clerk',
  team: ['fares knows which flights there are to a place, and what they cost.'],
  work: [
    'Take the cheapest flight unless the user wants another.',
    'Ask with ask_traveller where the user wants to sit, and book with book_flight. If they refuse, nothing is booked.',
  ],
  answer: 'the flight, the seat, the price and the number of the booking, or that nothing was booked',
});
const faresPrompt = toSpecialistPrompt({
  who: 'the agent for fares',
  work: ['Look flights up with find_flights; never make one up.'],
  answer: 'all flights with their times and prices',
});

/** A swarm that needs its user: one call is answered by them, and another asks for their leave. */
export function travelSwarm({ model, delayMs = 0 }: { model?: string; delayMs?: number } = {}): Swarm {
  const modelOf = (name: keyof typeof travelScripts) =>
    model ?? scripted(slowly(travelScripts[name], delayMs), { modelId: name });
  return swarm({
    name: 'travel',
    version: '1.0.0',
    description: 'Finds and books flights, with questions to the traveller.',
    entrypoint: 'clerk',
    breakpointTools: ['ask_traveller'],
    approvalTools: ['book_flight'],
    agents: [
      agent({
        name: 'clerk',
        model: modelOf('clerk'),
        system: clerkPrompt,
        commTargets: ['fares'],
        actions: [askTraveller, bookFlight],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({
        name: 'fares',
        model: modelOf('fares'),
        system: faresPrompt,
        commTargets: ['clerk'],
        actions: [findFlights],
      }),
    ],
  });
}
