import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * Readers of what a browser keeps: the search of an address, and stored preferences. A value that does not fit becomes
 * the default. Every screen loads them, so they do without zod, which is ten times as large.
 */
export type Read<T> = (value: unknown) => T

export function text<D extends string | null | undefined>(
  otherwise: D,
  isRight: (text: string) => boolean = () => true,
): Read<string | D> {
  return (value) => (typeof value === 'string' && isRight(value) ? value : otherwise)
}

/** A UUID, or else the default. */
export function id<D extends string | undefined>(otherwise: D): Read<string | D> {
  return text(otherwise, (value) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
}

export function number(
  otherwise: number,
  isRight: (value: number) => boolean = Number.isFinite,
): Read<number> {
  return (value) => (typeof value === 'number' && isRight(value) ? value : otherwise)
}

/** The number of a page, from 1. */
export function page(max = Number.MAX_SAFE_INTEGER): Read<number> {
  return number(1, (value) => Number.isInteger(value) && value >= 1 && value <= max)
}

export function flag(otherwise: boolean): Read<boolean> {
  return (value) => (typeof value === 'boolean' ? value : otherwise)
}

export function oneOf<const T extends string | number, D extends T | undefined>(
  values: readonly T[],
  otherwise: D,
): Read<T | D> {
  return (value) => values.find((one) => one === value) ?? otherwise
}

/** Several of the values, in the order given. */
export function someOf<const T extends string>(
  values: readonly T[],
  otherwise: readonly T[] = [],
): Read<T[]> {
  return list((value): value is T => values.some((one) => one === value), otherwise)
}

/** The items of a list that fit. */
export function list<T>(isRight: (item: unknown) => item is T, otherwise: readonly T[] = []): Read<T[]> {
  return (value) => (Array.isArray(value) ? value.filter(isRight) : [...otherwise])
}

type Fields = Readonly<Record<string, Read<unknown>>>
type FieldsOf<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> }

/** Reads any value, such as a stored one. As the search of a route it lets links leave out every field. */
interface ReadFields<T> {
  (value: unknown): T
  (search: Partial<T> & SearchSchemaInput): T
}

/** An object with these fields and no others. */
export function fields<F extends Fields>(readers: F): ReadFields<FieldsOf<F>> {
  return (value: unknown) => {
    const given = new Map(Object.entries(value ?? {}))
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(given.get(name))])
    return Object.fromEntries(read) as FieldsOf<F>
  }
}

export type FieldsRead<R extends ReadFields<unknown>> = R extends (value: unknown) => infer T ? T : never
