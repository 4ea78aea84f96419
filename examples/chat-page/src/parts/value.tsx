import { toFields } from '../messages/to-fields.ts';
import { toShownValue } from '../messages/to-shown-value.ts';

/** A named value in a list of such. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const text = toShownValue(value);
  if (text === '' || text === '{}') return null;
  const fields = toFields(value);
  return (
    <>
      <dt>{name}</dt>
      <dd>{fields === undefined ? <pre>{text}</pre> : <Fields fields={fields} />}</dd>
    </>
  );
}

function Fields({ fields }: { fields: [key: string, text: string][] }) {
  return (
    <table className="fields">
      <tbody>
        {fields.map(([key, text]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
