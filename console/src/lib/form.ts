import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import { useText } from './i18n'
import type { Problem } from './problem'
import { messageText } from './texts'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}
/** A schema of the contract, as far as a form needs to know it. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } }
}

/** A form whose rules are a body of the contract. Fields are checked on leaving them, and all on submit. */
export function useSchemaForm<T extends FieldValues>(schema: Schema<T>, defaultValues: DefaultValues<T>) {
  return useForm<T>({
    resolver: resolverOf(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
}

/**
 * A form on what is there already: fields that nobody touched follow what is saved elsewhere. `changesIn` picks the
 * others, so that a save puts no old value back.
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

/** Props of a text field in `ui/`: an error goes as soon as one types, and comes when one leaves what was changed. */
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

/** Puts the server's word on single fields beside them; true when all of it found its place. */
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
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of parsed.error.issues) {
      errors[path.map(String).join('.')] ??= { type: 'schema', message }
    }
    return { values: {}, errors: errors as FieldErrors<T> }
  }
}
