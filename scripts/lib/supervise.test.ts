import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'

const module = new URL('./supervise.mjs', import.meta.url).href

const obedient = `
  process.on('SIGTERM', () => process.exit(7))
  console.log('ready')
  setInterval(() => {}, 1000)`
const stubborn = obedient.replace('process.exit(7)', "console.log('no')")
const supervisor = (programs: string[]) => `
  import { supervise } from '${module}'
  const programs = ${JSON.stringify(programs)}
  process.exit(await supervise(programs.map((code) => ({ command: process.execPath, args: ['-e', code] }))))`

interface Started {
  process: ChildProcess
  /** Resolves when a line starts with the word. */
  heard(word: string): Promise<void>
  /** Resolves when no process can write output any more. */
  silent: Promise<unknown>
}

function start(code: string): Started {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    process: child,
    silent: once(output, 'close'),
    async heard(word) {
      for (;;) {
        if (lines.some((line) => line.startsWith(word))) return
        await wait(10)
      }
    },
  }
}

it('passes a signal on, and returns the exit code of the program', async () => {
  const started = start(supervisor([obedient]))
  await started.heard('ready')
  started.process.kill('SIGTERM')
  expect(await once(started.process, 'exit')).toEqual([7, null])
})

it('kills a program that ignores the first signal at the second one', async () => {
  const started = start(supervisor([stubborn]))
  await started.heard('ready')
  started.process.kill('SIGTERM')
  await started.heard('no')
  started.process.kill('SIGTERM')
  expect(await once(started.process, 'exit')).toEqual([137, null])
  await started.silent
})

it('ends the other programs when one ends', async () => {
  const started = start(supervisor([obedient, 'setTimeout(() => process.exit(3), 300)']))
  expect(await once(started.process, 'exit')).toEqual([3, null])
  await started.silent
})

it('ends its programs when its parent is killed', async () => {
  const parent = `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(supervisor([obedient]))}], { stdio: 'inherit' })`
  const started = start(parent)
  await started.heard('ready')
  started.process.kill('SIGKILL')
  await started.silent
})
