/** Lights the lamp, then says that it is done. */
export const keeper =
  () =>
  ({ inputs }) =>
    inputs.some(({ message }) => message.subject === '::action_complete::')
      ? { calls: [{ tool: 'task_complete', input: { finish_message: 'lit' } }] }
      : { calls: [{ tool: 'light', input: { hours: 9 } }] };
