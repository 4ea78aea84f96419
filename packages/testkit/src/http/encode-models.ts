/** The list of models. It has one entry, because the script decides the answer, not the name. */
export function encodeModels({ anthropic }: { readonly anthropic: boolean }): unknown {
  const id = 'scripted';
  if (!anthropic) return { object: 'list', data: [{ id, object: 'model', created: 0, owned_by: 'posthouse' }] };
  return {
    data: [{ type: 'model', id, display_name: 'Scripted model', created_at: new Date(0).toISOString() }],
    has_more: false,
    first_id: id,
    last_id: id,
  };
}
