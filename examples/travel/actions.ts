import { action } from '@posthouse/runtime';
import { z } from 'zod';
import { toFlights } from './to-flights.ts';

/** `find_flights`: what flies where. */
export const findFlights = action({
  name: 'find_flights',
  description: 'Find flights to a place, the cheapest first.',
  parameters: z.object({ place: z.string().trim().min(1).max(200).describe('The name of the place.') }),
  idempotent: true,
  execute: ({ place }) => toFlights(place),
});

/** `ask_traveller`: a breakpoint, so it is the traveller who gives its result. */
export const askTraveller = action({
  name: 'ask_traveller',
  description: 'Ask the traveller something; the result is what they answer.',
  parameters: z.object({ question: z.string().min(1).describe('The question, as the traveller will read it.') }),
  execute: () => {
    throw new Error('only the traveller can answer that');
  },
});

/** `book_flight`: books, in a manner of speaking. It asks for leave first. */
export const bookFlight = action({
  name: 'book_flight',
  description: 'Book a seat on a flight. The traveller has to agree before it happens.',
  parameters: z.object({
    flight: z.string().min(1).describe('The number of the flight.'),
    seat: z.string().min(1).describe('Where the traveller wants to sit.'),
    price: z.number().min(0).describe('What it costs.'),
  }),
  // With the same key, a booking that a crash has hidden is found again instead of made twice.
  idempotent: true,
  execute: ({ flight, seat }, { idempotencyKey }) => {
    const reference = idempotencyKey.replaceAll(/[^a-z\d]/gi, '').slice(-6);
    return { flight, seat, reference: reference.toUpperCase() };
  },
});
