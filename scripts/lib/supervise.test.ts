import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'

const module = new URL('./supervise.mjs', import.meta.url).href

const obedient = `
  console.log('pid ' + process.pid)
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1000)`
const stubborn = obedient.replace('process.exit(7)', "console.log('no')")
const supervisor = (programs: string[]) => `
  import { supervise } from '${module}'
  const programs = ${JSON.stringify(programs)}
  process.exit(await supervise(programs.map((code) => ({ command: process.execPath, args: ['-e', code] }))))`

interface Started {
  process: ChildProcess
  /** Resolves with the number after the word, when a line says it. */
  heard(word: string): Promise<number>
}

function start(code: string): Started {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    process: child,
    async heard(word) {
      for (;;) {
        const index = lines.findIndex((line) => line.startsWith(word))
        if (index !== -1) return Number(lines.splice(index, 1).join().split(' ')[1])
        await wait(10)
      }
    },
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await wait(10)
  }
  return false
}

it('passes a signal on, and ends with the exit code of the program', async () => {
  const started = start(supervisor([obedient]))
  await started.heard('pid')
  started.process.kill('SIGTERM')
  expect(await once(started.process, 'exit')).toEqual([7, null])
})

it('kills a program that does not follow, at the second signal', async () => {
  const started = start(supervisor([stubborn]))
  const pid = await started.heard('pid')
  started.process.kill('SIGTERM')
  await started.heard('no')
  started.process.kill('SIGTERM')
  expect(await once(started.process, 'exit')).toEqual([137, null])
  expect(await isGone(pid)).toBe(true)
})

it('ends the other programs when one ends', async () => {
  const started = start(supervisor([obedient, 'setTimeout(() => process.exit(3), 300)']))
  const pid = await started.heard('pid')
  expect(await once(started.process, 'exit')).toEqual([3, null])
  expect(await isGone(pid)).toBe(true)
})

it('ends its programs when its own parent is killed', async () => {
  const parent = `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(supervisor([obedient]))}], { stdio: 'inherit' })`
  const started = start(parent)
  const pid = await started.heard('pid')
  started.process.kill('SIGKILL')
  expect(await isGone(pid)).toBe(true)
})
