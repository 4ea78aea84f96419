import type { SampleType } from './samples.ts';

/**
 * The rules of MAIL 1.3 for its messages, written down a second time and in another way: the oracle for generated values
 * when the original schemas are not at hand. With them at hand, a test holds this file against them too.
 */
export const mailRules: Record<SampleType, (value: unknown) => boolean> = {
  'mail-address': (value) => isAddress(value),
  'mail-request': (value) => isDirect(value),
  'mail-response': (value) => isDirect(value),
  'mail-broadcast': (value) => isGroup('broadcast_id', value),
  'mail-interrupt': (value) => isGroup('interrupt_id', value),
  'mail-message': (value) =>
    hasFields(value, { id: isText, timestamp: isText, msg_type: isText, message: isAny }) &&
    (PAYLOADS[String(value.msg_type)]?.(value.message) ?? false),
  'mail-interswarm-message': (value) =>
    hasFields(
      value,
      {
        message_id: isFilledText,
        source_swarm: isFilledText,
        target_swarm: isFilledText,
        timestamp: isText,
        payload: isAny,
        msg_type: (type) => type !== 'broadcast_complete' && isText(type),
        task_owner: isFilledText,
        task_contributors: isTexts,
      },
      { auth_token: isText, metadata: isObject },
    ) &&
    (PAYLOADS[String(value.msg_type)]?.(value.payload) ?? false),
};

const PAYLOADS: Record<string, ((payload: unknown) => boolean) | undefined> = {
  request: isDirect,
  response: isDirect,
  broadcast: (payload) => isGroup('broadcast_id', payload),
  broadcast_complete: (payload) => isGroup('broadcast_id', payload),
  interrupt: (payload) => isGroup('interrupt_id', payload),
};

type Rule = (value: unknown) => boolean;
type Rules = Record<string, Rule>;

function hasFields(value: unknown, needed: Rules, optional: Rules = {}): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const rules: Rules = { ...needed, ...optional };
  return (
    Object.keys(needed).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, item]) => Object.hasOwn(rules, key) && rules[key]!(item))
  );
}

function isAddress(value: unknown): boolean {
  const isType: Rule = (type) => ['admin', 'agent', 'user', 'system'].includes(type as string);
  return hasFields(value, { address_type: isType, address: isFilledText });
}

function isDirect(value: unknown): boolean {
  return hasFields(
    value,
    { task_id: isText, request_id: isText, sender: isAddress, recipient: isAddress, subject: isText, body: isText },
    { sender_swarm: isText, recipient_swarm: isText, routing_info: isObject },
  );
}

function isGroup(id: string, value: unknown): boolean {
  const areAddresses: Rule = (list) => Array.isArray(list) && list.length > 0 && list.every(isAddress);
  return hasFields(
    value,
    { task_id: isText, [id]: isText, sender: isAddress, recipients: areAddresses, subject: isText, body: isText },
    { sender_swarm: isText, recipient_swarms: isTexts, routing_info: isObject },
  );
}

function isAny(): boolean {
  return true;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
