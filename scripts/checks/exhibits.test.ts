import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'

const components = inRoot('console/src/ui')
const exhibits = inRoot('console/gallery/exhibits')

it('show every component of the console once', () => {
  const shown = readdirSync(exhibits).flatMap((file) => {
    const lists = readFileSync(`${exhibits}/${file}`, 'utf8').matchAll(/\bfiles: \[([^\]]*)\]/g)
    return [...lists].flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name))
  })
  const all = readdirSync(components).filter((file) => file.endsWith('.tsx'))
  expect(shown.toSorted()).toEqual(all.toSorted())
})
