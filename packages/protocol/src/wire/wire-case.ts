/** `task_id` → `taskId` and `base_url` → `baseURL`, in types. */
export type CamelKey<Key> = Key extends `${infer Head}_url`
  ? `${CamelKey<Head>}URL`
  : Key extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelKey<Tail>>}`
    : Key;

/** A wire type as TypeScript code sees it: known keys in camelCase, free-form objects untouched. */
export type Camel<Type> = Type extends readonly (infer Element)[]
  ? Camel<Element>[]
  : Type extends Record<string, unknown>
    ? { [Key in keyof Type as CamelKey<Key>]: Camel<Type[Key]> }
    : Type;

/** `task_id` → `taskId` and `base_url` → `baseURL`, in values. */
export function camelKey(key: string): string {
  return key.replaceAll(/_(url$|[a-z0-9])/g, (_, letters: string) => letters.toUpperCase());
}
