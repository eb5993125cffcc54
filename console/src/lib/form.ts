import { issueMessage } from '@kinora/contract/issue-message'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type RefCallBack,
  type Resolver,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import { useText } from './i18n'
import { messageText } from './message-text'
import type { Problem } from './problem'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}
/** The part of a contract schema that a form uses. */
interface Schema<T> {
  safeParse(
    value: unknown,
    options: { readonly error: typeof issueMessage },
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } }
}

/** A form validated by a body schema of the contract: on blur, and all fields on submit. */
export function useSchemaForm<T extends FieldValues>(schema: Schema<T>, defaultValues: DefaultValues<T>) {
  return useForm<T>({
    resolver: resolverOf(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
}

/**
 * A form that edits existing values: untouched fields follow the server. `changesIn` returns the edited fields, so that
 * a save does not overwrite others.
 */
export function useEditForm<T extends FieldValues>(schema: Schema<T>, values: T) {
  const form = useForm<T>({
    resolver: resolverOf(schema),
    values,
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const dirty: Readonly<Record<string, unknown>> = form.formState.dirtyFields
  const changesIn = (given: T) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => dirty[name] !== undefined)) as Partial<T>
  return { form, changesIn }
}

/** Props of a field with a value of this type, from `useField`. */
export interface FieldProps<Value> {
  readonly name: string
  readonly inputRef: RefCallBack
  readonly value: Value
  readonly error: string | undefined
  onChange(value: Value): void
  onBlur(): void
}

/** Props of a text field in `ui/`. Typing clears the error, and leaving an edited field validates it. */
export function useField<T extends FieldValues, N extends FieldPath<T>>(form: UseFormReturn<T>, name: N) {
  const t = useText()
  const { field, fieldState } = useController({ control: form.control, name })
  const message = fieldState.error?.message
  return {
    name,
    inputRef: field.ref,
    value: field.value,
    error: message === undefined ? undefined : messageText(t, message),
    onChange: (value: PathValue<T, N>) => {
      field.onChange(value)
      if (fieldState.error) form.clearErrors(name)
    },
    onBlur: () => {
      field.onBlur()
      if (fieldState.isDirty) void form.trigger(name)
    },
  }
}

/** Shows the server's errors beside their fields. Returns true if every error has a field. */
export function showFieldProblems<T extends FieldValues>(
  form: UseFormReturn<T>,
  problem: Problem,
  fields: readonly FieldPath<T>[],
): boolean {
  const known = problem.errors.flatMap(({ path, message }) => {
    const name = fields.find((field) => path === field || path.endsWith(`.${field}`))
    return name ? [{ name, message }] : []
  })
  for (const { name, message } of known) form.setError(name, { type: 'server', message })
  return known.length > 0 && known.length === problem.errors.length
}

function resolverOf<T extends FieldValues>(schema: Schema<T>): Resolver<T> {
  return (values) => {
    const parsed = schema.safeParse(values, { error: issueMessage })
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of parsed.error.issues) {
      const error = { type: 'schema', message }
      errors[path.map(String).join('.')] ??= error
      // A field whose value is a list shows the first fault in it.
      const [first] = path.map(String)
      if (first !== undefined && Array.isArray(values[first])) errors[first] ??= error
    }
    return { values: {}, errors: errors as FieldErrors<T> }
  }
}
