import type { ActionFact, ModelFact, Observer } from '@posthouse/runtime';
import type { Registry } from 'prom-client';
import { defineMetrics } from './define-metrics.ts';
import { LabelBook } from './label-book.ts';

/** Models take from a tenth of a second to minutes. */
const MODEL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];
const FIRST_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const ACTION_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How long models and actions take, and how often they fail. Told by the runtime as it happens. */
export class CallMetrics implements Observer {
  readonly #models = new LabelBook<'swarm' | 'agent' | 'model'>();
  readonly #actions = new LabelBook<'swarm' | 'agent' | 'action'>();
  readonly #modelSeconds;
  readonly #firstSeconds;
  readonly #modelFailures;
  readonly #actionSeconds;
  readonly #actionFailures;

  constructor(registry: Registry) {
    const { counter, histogram } = defineMetrics(registry);
    this.#modelSeconds = histogram(
      'posthouse_model_request_seconds',
      'Time from a request to a model until its answer was whole, or until it failed; retries count one by one.',
      MODEL_SECONDS,
      ['swarm', 'agent', 'model'],
    );
    this.#firstSeconds = histogram(
      'posthouse_model_first_token_seconds',
      'Time from a request to a model until the first piece of its answer.',
      FIRST_SECONDS,
      ['swarm', 'agent', 'model'],
    );
    this.#modelFailures = counter(
      'posthouse_model_failures_total',
      'Requests to models without a whole answer: rate_limited, refused, unavailable, broken, or cancelled by us.',
      ['swarm', 'agent', 'model', 'reason'],
    );
    this.#actionSeconds = histogram('posthouse_action_seconds', 'Time that actions ran.', ACTION_SECONDS, [
      'swarm',
      'agent',
      'action',
    ]);
    this.#actionFailures = counter('posthouse_action_failures_total', 'Actions that ended with an error.', [
      'swarm',
      'agent',
      'action',
    ]);
  }

  modelAsked({ swarm, agent, model, seconds, firstSeconds, failure }: ModelFact): void {
    const labels = this.#models.of({ swarm, agent, model });
    this.#modelSeconds.observe(labels, seconds);
    if (firstSeconds !== undefined) this.#firstSeconds.observe(labels, firstSeconds);
    if (failure !== undefined) this.#modelFailures.inc({ ...labels, reason: failure });
  }

  actionRan({ swarm, agent, action, seconds, failure }: ActionFact): void {
    const labels = this.#actions.of({ swarm, agent, action });
    this.#actionSeconds.observe(labels, seconds);
    if (failure !== undefined) this.#actionFailures.inc(labels);
  }
}
