type Patch<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** Changes fields as a patch says: values that are omitted or undefined stay, and null replaces a value. Fields of the
 * patch that `fields` does not have are ignored. */
export function applyPatch<T extends object>(fields: T, patch: Patch<T>): T {
  const given = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(fields, name),
  )
  return { ...fields, ...Object.fromEntries(given) }
}
