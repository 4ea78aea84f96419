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

const ruleOf =
  (level: Level) =>
  (id: string, says: string, hidden?: string): Omit<Requirement, 'section'> => ({ id, level, says, hidden });
const must = ruleOf('MUST');
const should = ruleOf('SHOULD');
const may = ruleOf('MAY');

const section = (name: string, rules: readonly Omit<Requirement, 'section'>[]): Requirement[] =>
  rules.map((rule) => ({ ...rule, section: name }));

/** N01 to N57, in order. Rules that the specification states without a keyword are taken as binding. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...section('Messages', [
    must('N01', 'Every message a server produces is valid against the MAIL schemas.'),
    must('N02', 'A message that comes in is checked: its type is there, is text, and is one of the known ones.'),
    must('N03', 'The answers of the informational endpoints have the fields the HTTP description names.'),
    must('N04', 'Messages of other swarms are taken in their wrapper and reach the agents.'),
    must('N05', 'A message of type request carries the payload of a request.'),
    must('N06', 'A message of type response carries the payload of a response.'),
    must('N07', 'A message of type broadcast carries the payload of a broadcast.'),
    must('N08', 'A message of type interrupt carries the payload of an interrupt.'),
    must('N09', 'A message of type broadcast_complete carries the payload of a broadcast.'),
  ]),
  ...section('Addresses', [
    must('N10', 'A person writes under the unique id that the server knows them by.'),
    must('N11', 'No two agents of a swarm have the same name.'),
    must('N12', 'The message that completes a task is addressed to the agent address all.'),
    must('N13', 'No agent may be called all.'),
    must('N14', 'The system writes under the name of its swarm.'),
    must('N15', 'Waiting mail is delivered by tier: interrupts before broadcasts before requests.'),
    must('N16', 'Requests and responses have one recipient, broadcasts and interrupts a list of recipients.'),
    may('N17', 'A body may carry structured text; it is passed on unchanged.'),
  ]),
  ...section('Tasks', [
    must('N18', 'Every task has an id of its own.'),
    must('N19', 'A message with an unused task id begins a task of that id, worked on to its completion.'),
    must('N20', 'The message that completes a task goes back to the user.'),
    must('N21', 'A completed task can be written to again, and its agents remember it.'),
    must('N22', 'A message to a known task is worked on until the task is completed again.'),
    must('N23', 'The owner of a task is the instance that began it.'),
    must('N24', 'The contributors of a task include its owner.'),
    must('N25', 'A task keeps its id in another swarm.'),
    must('N26', 'Messages between swarms name the owner and the contributors.', SECOND_SERVER),
    must(
      'N27',
      'When a remote swarm completes a task, the finishing message returns to the instance that called it.',
      SECOND_SERVER,
    ),
    must('N28', 'When the owner completes a task, the remote swarms that took part are told.', SECOND_SERVER),
  ]),
  ...section('Routing', [
    should('N29', 'Agents can be limited in whom they may write to.'),
    must('N30', 'A name without a swarm is an agent of this swarm, and the mail reaches it.'),
    should('N31', 'Mail for an agent that does not exist disturbs nobody.'),
    must('N32', 'Mail for name@swarm goes to that swarm.', SECOND_SERVER),
    must('N33', 'Whoever writes to a remote agent that cannot be reached is told so.', SECOND_SERVER),
  ]),
  ...section('Instances', [
    must('N34', 'Every authorised client has an instance of its own.'),
    must('N35', 'An instance is owner and contributor of the tasks it begins.'),
    must('N36', 'An instance that works on a remote task is among its contributors.', SECOND_SERVER),
    must('N37', 'All agents of one remote swarm share one instance here.'),
    must('N38', 'The instance of another swarm begins no tasks of its own.'),
    must('N39', 'The instance of a user does not take part in remote tasks.'),
    must('N40', 'Histories belong to one task; another task of the same user starts afresh.'),
    should('N41', 'Nothing of one user can be read by another.'),
    should(
      'N42',
      'There is one router for the server, not one for each instance.',
      'is about what is inside of the server; both kinds answer alike',
    ),
  ]),
  ...section('Server', [
    must('N43', 'The endpoints of the HTTP description are there.'),
    must('N44', 'A server that takes part in federation keeps a registry of swarms.'),
    must(
      'N45',
      'Volatile entries of the registry are gone after a restart.',
      'takes a restart of the server, which requests cannot bring about',
    ),
    must('N46', 'A swarm can be registered with a name and a base URL.'),
    must('N47', 'On registration the server asks the swarm for its version, description and keywords.'),
    must('N48', 'GET /swarms lists the public swarms, and no others.'),
    must('N49', 'Every entry of GET /swarms has the required fields and no secrets.'),
    must('N50', 'Protected endpoints answer 401 to requests without a token.'),
    must('N51', 'Malformed requests are answered with 400.'),
    must(
      'N52',
      'Unexpected errors are answered with 500.',
      'a server has no errors that requests could count on; where one is known, the matrix of answers has it',
    ),
    must('N53', 'Errors while agents work are told to them by the system, under ::marked:: subjects.'),
    must('N54', 'Messages of other swarms that cannot be delivered are answered with an error.'),
    must(
      'N55',
      'An incompatible change raises the version.',
      'is about the next version of the document, not about a server',
    ),
    must('N56', 'Users, admins and agents reach what their role allows, and nothing else.'),
    should('N57', 'The registry is changed by admins only, and what comes in is validated.'),
  ]),
];
