import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { Failure, signalExitCode } from './failure.mjs'

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']
const setpriv = '/usr/bin/setpriv'
const parentCheckMs = 500
const graceMs = 30_000

/** Runs programs in parallel until the first one ends, then ends the others. Returns the exit code of the first.
 * Signals are passed on (a second one kills). Everything ends if our parent dies, because a killed npm passes no
 * signal on. */
export function supervise(programs) {
  const children = []
  let asked = false

  const sendAll = (signal) => {
    for (const child of children) send(child, signal)
  }
  const end = (signal) => {
    sendAll(asked ? 'SIGKILL' : signal)
    asked = true
    setTimeout(() => sendAll('SIGKILL'), graceMs).unref()
  }
  // Before a program can run: it may be asked to end as soon as it is seen.
  for (const signal of passedOn) process.on(signal, () => end(signal))
  children.push(...programs.map(launch))

  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && !asked) end('SIGTERM')
  }, parentCheckMs).unref()

  const ends = children.map((child) => exitOf(child))
  return Promise.race(ends).then(async (code) => {
    if (!asked && children.length > 1) end('SIGTERM')
    await Promise.all(ends)
    return code
  })
}

function launch({ command, args, cwd, env }) {
  // A separate process group: Ctrl-C reaches only us, and we pass it on once. If the system supports it, the kernel
  // ends the program when we are killed.
  const words = canTie() ? [setpriv, '--pdeathsig', 'TERM', command].concat(args) : [command].concat(args)
  return spawn(words[0], words.slice(1), {
    cwd,
    env: Object.assign({}, process.env, env),
    stdio: 'inherit',
    detached: true,
  })
}

function canTie() {
  try {
    accessSync(setpriv, constants.X_OK)
    return process.platform === 'linux'
  } catch {
    return false
  }
}

function send(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  // Kills the whole group, so that no process remains. Other signals go only to the program, which ends its own
  // processes in order.
  if (signal === 'SIGKILL') killGroup(child.pid)
  else child.kill(signal)
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Failure(`${child.spawnfile} does not run: ${error.message}`)))
    child.once('exit', (code, signal) => resolve(signal ? signalExitCode(signal) : code))
  })
}
