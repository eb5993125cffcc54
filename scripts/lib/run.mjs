import { spawn } from 'node:child_process'
import { Failure, Interrupted } from './failure.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program and returns `{ code, output }`. A signal is passed on to the program and then throws
 * `Interrupted` in the caller; `killAfterMs` limits the time for that. `show` prints the output immediately. */
export function run(command, args, { cwd, env, show = false, killAfterMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: Object.assign({}, process.env, env),
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let interruptedBy = null
    const pass = (signal) => {
      interruptedBy = signal
      child.kill(signal)
      if (killAfterMs) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
    }
    for (const signal of signals) process.on(signal, pass)
    const done = () => {
      for (const signal of signals) process.removeListener(signal, pass)
    }

    const chunks = []
    if (child.stdout) child.stdout.on('data', (chunk) => chunks.push(chunk))
    if (child.stderr) child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => {
      done()
      reject(new Failure(`${command} does not run: ${error.message}`))
    })
    child.once('close', (code) => {
      done()
      if (interruptedBy) reject(new Interrupted(interruptedBy))
      else resolve({ code: code === null ? 1 : code, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

/** Runs a program that must succeed. `what` names the step in the error message. */
export async function mustRun(what, command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Failure(`${what} failed (exit code ${code}).\n${lastLines(output)}`.trim())
}

function lastLines(output) {
  return output.trim().split('\n').slice(-20).join('\n')
}
