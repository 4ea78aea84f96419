import type { Level } from '../findings/verdict.ts';

/** One numbered rule of the MAIL specification, in our words. */
export type Requirement = {
  id: string;
  level: Level;
  section: string;
  says: string;
  /** Why requests to one server cannot show whether it holds. Everything else has a check of the same id. */
  hidden?: string;
};

const SECOND_SERVER =
  'takes a second server that plays the other swarm, with a task of its own; requests to one server cannot show it';

const section = (name: string, rules: readonly Omit<Requirement, 'section'>[]): Requirement[] =>
  rules.map((rule) => ({ ...rule, section: name }));

/** N01 to N57, in order. Rules that the specification states without a keyword are taken as binding. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...section('Messages', [
    { id: 'N01', level: 'MUST', says: 'Every message a server produces is valid against the MAIL schemas.' },
    {
      id: 'N02',
      level: 'MUST',
      says: 'A message that comes in is checked: its type is there, is text, and is one of the known ones.',
    },
    {
      id: 'N03',
      level: 'MUST',
      says: 'The answers of the informational endpoints have the fields the HTTP description names.',
    },
    { id: 'N04', level: 'MUST', says: 'Messages of other swarms are taken in their wrapper and reach the agents.' },
    { id: 'N05', level: 'MUST', says: 'A message of type request carries the payload of a request.' },
    { id: 'N06', level: 'MUST', says: 'A message of type response carries the payload of a response.' },
    { id: 'N07', level: 'MUST', says: 'A message of type broadcast carries the payload of a broadcast.' },
    { id: 'N08', level: 'MUST', says: 'A message of type interrupt carries the payload of an interrupt.' },
    { id: 'N09', level: 'MUST', says: 'A message of type broadcast_complete carries the payload of a broadcast.' },
  ]),
  ...section('Addresses', [
    { id: 'N10', level: 'MUST', says: 'A person writes under the unique id that the server knows them by.' },
    { id: 'N11', level: 'MUST', says: 'No two agents of a swarm have the same name.' },
    { id: 'N12', level: 'MUST', says: 'The message that completes a task is addressed to the agent address all.' },
    { id: 'N13', level: 'MUST', says: 'No agent may be called all.' },
    { id: 'N14', level: 'MUST', says: 'The system writes under the name of its swarm.' },
    {
      id: 'N15',
      level: 'MUST',
      says: 'Waiting mail is delivered by tier: interrupts before broadcasts before requests.',
    },
    {
      id: 'N16',
      level: 'MUST',
      says: 'Requests and responses have one recipient, broadcasts and interrupts a list of recipients.',
    },
    { id: 'N17', level: 'MAY', says: 'A body may carry structured text; it is passed on unchanged.' },
  ]),
  ...section('Tasks', [
    { id: 'N18', level: 'MUST', says: 'Every task has an id of its own.' },
    {
      id: 'N19',
      level: 'MUST',
      says: 'A message with an unused task id begins a task of that id, worked on to its completion.',
    },
    { id: 'N20', level: 'MUST', says: 'The message that completes a task goes back to the user.' },
    { id: 'N21', level: 'MUST', says: 'A completed task can be written to again, and its agents remember it.' },
    { id: 'N22', level: 'MUST', says: 'A message to a known task is worked on until the task is completed again.' },
    { id: 'N23', level: 'MUST', says: 'The owner of a task is the instance that began it.' },
    { id: 'N24', level: 'MUST', says: 'The contributors of a task include its owner.' },
    { id: 'N25', level: 'MUST', says: 'A task keeps its id in another swarm.' },
    {
      id: 'N26',
      level: 'MUST',
      says: 'Messages between swarms name the owner and the contributors.',
      hidden: SECOND_SERVER,
    },
    {
      id: 'N27',
      level: 'MUST',
      says: 'When a remote swarm completes a task, the finishing message returns to the instance that called it.',
      hidden: SECOND_SERVER,
    },
    {
      id: 'N28',
      level: 'MUST',
      says: 'When the owner completes a task, the remote swarms that took part are told.',
      hidden: SECOND_SERVER,
    },
  ]),
  ...section('Routing', [
    { id: 'N29', level: 'SHOULD', says: 'Agents can be limited in whom they may write to.' },
    { id: 'N30', level: 'MUST', says: 'A name without a swarm is an agent of this swarm, and the mail reaches it.' },
    { id: 'N31', level: 'SHOULD', says: 'Mail for an agent that does not exist disturbs nobody.' },
    { id: 'N32', level: 'MUST', says: 'Mail for name@swarm goes to that swarm.', hidden: SECOND_SERVER },
    {
      id: 'N33',
      level: 'MUST',
      says: 'Whoever writes to a remote agent that cannot be reached is told so.',
      hidden: SECOND_SERVER,
    },
  ]),
  ...section('Instances', [
    { id: 'N34', level: 'MUST', says: 'Every authorised client has an instance of its own.' },
    { id: 'N35', level: 'MUST', says: 'An instance is owner and contributor of the tasks it begins.' },
    {
      id: 'N36',
      level: 'MUST',
      says: 'An instance that works on a remote task is among its contributors.',
      hidden: SECOND_SERVER,
    },
    { id: 'N37', level: 'MUST', says: 'All agents of one remote swarm share one instance here.' },
    { id: 'N38', level: 'MUST', says: 'The instance of another swarm begins no tasks of its own.' },
    { id: 'N39', level: 'MUST', says: 'The instance of a user does not take part in remote tasks.' },
    { id: 'N40', level: 'MUST', says: 'Histories belong to one task; another task of the same user starts afresh.' },
    { id: 'N41', level: 'SHOULD', says: 'Nothing of one user can be read by another.' },
    {
      id: 'N42',
      level: 'SHOULD',
      says: 'There is one router for the server, not one for each instance.',
      hidden: 'is about what is inside of the server; both kinds answer alike',
    },
  ]),
  ...section('Server', [
    { id: 'N43', level: 'MUST', says: 'The endpoints of the HTTP description are there.' },
    { id: 'N44', level: 'MUST', says: 'A server that takes part in federation keeps a registry of swarms.' },
    {
      id: 'N45',
      level: 'MUST',
      says: 'Volatile entries of the registry are gone after a restart.',
      hidden: 'takes a restart of the server, which requests cannot bring about',
    },
    { id: 'N46', level: 'MUST', says: 'A swarm can be registered with a name and a base URL.' },
    {
      id: 'N47',
      level: 'MUST',
      says: 'On registration the server asks the swarm for its version, description and keywords.',
    },
    { id: 'N48', level: 'MUST', says: 'GET /swarms lists the public swarms, and no others.' },
    { id: 'N49', level: 'MUST', says: 'Every entry of GET /swarms has the required fields and no secrets.' },
    { id: 'N50', level: 'MUST', says: 'Protected endpoints answer 401 to requests without a token.' },
    { id: 'N51', level: 'MUST', says: 'Malformed requests are answered with 400.' },
    {
      id: 'N52',
      level: 'MUST',
      says: 'Unexpected errors are answered with 500.',
      hidden: 'a server has no errors that requests could count on; where one is known, the matrix of answers has it',
    },
    {
      id: 'N53',
      level: 'MUST',
      says: 'Errors while agents work are told to them by the system, under ::marked:: subjects.',
    },
    { id: 'N54', level: 'MUST', says: 'Messages of other swarms that cannot be delivered are answered with an error.' },
    {
      id: 'N55',
      level: 'MUST',
      says: 'An incompatible change raises the version.',
      hidden: 'is about the next version of the document, not about a server',
    },
    { id: 'N56', level: 'MUST', says: 'Users, admins and agents reach what their role allows, and nothing else.' },
    { id: 'N57', level: 'SHOULD', says: 'The registry is changed by admins only, and what comes in is validated.' },
  ]),
];
