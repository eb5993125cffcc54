import { expect, it } from 'vitest'
import { applyPatch } from './patch.ts'

const fields: { name: string; tag: string | null } = { name: 'a', tag: 'b' }

it('keeps omitted and undefined values', () => {
  expect(applyPatch(fields, { name: 'c', tag: undefined })).toEqual({ name: 'c', tag: 'b' })
})

it('replaces a value with null', () => {
  expect(applyPatch(fields, { tag: null })).toEqual({ name: 'a', tag: null })
})

it('adds no fields', () => {
  const patch = { name: 'c', id: 1, constructor: 2 }
  expect(applyPatch(fields, patch)).toEqual({ name: 'c', tag: 'b' })
})

it('does not change its input', () => {
  applyPatch(fields, { name: 'c' })
  expect(fields).toEqual({ name: 'a', tag: 'b' })
})
