import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIDocument } from '../to-openapi.ts';

/** Whether a value is what a schema of the document asks for; false says why in `problems`. */
export type Judge = (value: unknown) => { valid: boolean; problems: string };

/** Compiles schemas of a document as another program does: references lead into the document. */
export function schemaCompiler(document: OpenAPIDocument): (schema: object) => Judge {
  // Unknown keywords would be mistakes of ours; those of OpenAPI do not occur inside schemas. Formats are annotations.
  const ajv = new Ajv2020({ validateFormats: false, strict: true, strictTypes: false, strictRequired: false });
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'https://posthouse.example/openapi.json', components: document.components });
  const judges = new Map<string, Judge>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const known = judges.get(text);
    if (known !== undefined) return known;
    const validate = ajv.compile(
      JSON.parse(text.replaceAll('"#/components/', '"https://posthouse.example/openapi.json#/components/')) as object,
    );
    const judge: Judge = (value) => ({ valid: validate(value), problems: ajv.errorsText(validate.errors) });
    judges.set(text, judge);
    return judge;
  };
}
