import { expect, it } from 'vitest'
import { refusalOf } from './match.ts'

const rules = { settle: 'quiet', marker: '.done', manifest: 'manifest.*', sidecars: 'ignore' } as const
const all = { include: [], exclude: [] }

it.each([
  ['news/film.mp4', all, null],
  ['news/FILM.MXF', all, null],
  ['notes.txt', all, 'no-video'],
  ['film.mp4.part', all, 'temporary'],
  ['.film.mp4', all, 'temporary'],
  ['~$film.mp4', all, 'temporary'],
  ['film.mp4', { include: ['*.mxf'], exclude: [] }, 'excluded'],
  ['film.dat', { include: ['film.*'], exclude: [] }, null],
  ['film_Proxy.mp4', { include: [], exclude: ['*_proxy.*'] }, 'excluded'],
  ['a1.mp4', { include: ['a?.mp4'], exclude: [] }, null],
  ['a12.mp4', { include: ['a?.mp4'], exclude: [] }, 'excluded'],
  ['aab.mp4', { include: ['*ab.mp4*'], exclude: [] }, null],
] as const)('decides by its name whether %s is taken', (path, names, reason) => {
  expect(refusalOf(path, { ...rules, ...names })).toBe(reason)
})

it('decides a pattern of many stars at once', () => {
  const include = [`${'*a'.repeat(40)}*b`]
  expect(refusalOf(`${'a'.repeat(250)}.mp4`, { ...rules, include, exclude: [] })).toBe('excluded')
})
