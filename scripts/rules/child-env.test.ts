import { expect, it } from 'vitest'
import { sharedEnvironments } from './child-env.mjs'
import { codeSources } from './sources.mjs'

const path = 'server/src/areas/live/node/node-process.ts'
const found = (code: string) =>
  sharedEnvironments([{ path, text: `import { fork } from 'node:child_process'\n${code}` }])

it('gives no process and no thread the settings of the server', () => {
  expect(sharedEnvironments(codeSources())).toEqual([])
})

it('finds processes and threads that inherit all variables', () => {
  expect(found("fork(entry, { stdio: 'ignore' })")).toEqual([`${path}:2 fork without env`])
  expect(found("await run('ps', ['-p'])")).toEqual([`${path}:2 run without env`])
  expect(found('new Worker(url, {\n  execArgv: [],\n  })')).toEqual([`${path} new Worker without env`])
  expect(found('fork(entry, { env: childEnv() })\nnew Worker(url, {\n  env: {},\n  })')).toEqual([])
})
