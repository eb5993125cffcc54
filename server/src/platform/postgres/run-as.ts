import { execFile } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupFailure } from '../startup-failure.ts'

const run = promisify(execFile)

const nobody = 65534
const mapped = ['unshare', '-U', `--map-user=${nobody}`, `--map-group=${nobody}`]
const dropped = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
const dieWithParent = ['--pdeathsig', 'INT']

/** The environment of PostgreSQL's programs: none of our secrets, and no PG* variables. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** How to run PostgreSQL's programs. PostgreSQL refuses to run as root, and initdb requires a user with a name. As
 * root or a nameless user they run as nobody: in a user namespace if the host allows it (files keep their owner),
 * otherwise as the real user nobody (files change their owner). */
export interface RunAs {
  kind: 'namespace' | 'nobody' | 'self'
  /** Command prefix that ends the program when this process dies, if the system supports it. */
  prefix: string[]
  /** The required owner of its files. */
  uid: number
}

/** Selects a method that works on this host for `program`. Throws StartupFailure if there is none. */
export async function chooseRunAs(program: string): Promise<RunAs> {
  const uid = process.getuid?.() ?? 0
  const named = hasName()
  const asSelf: RunAs = { kind: 'self', prefix: ['setpriv', ...dieWithParent], uid }
  const inNamespace: RunAs = { kind: 'namespace', prefix: [...mapped, 'setpriv', ...dieWithParent], uid }
  const asNobody: RunAs = { kind: 'nobody', prefix: [...dropped, ...dieWithParent], uid: nobody }
  const plain: RunAs = { kind: 'self', prefix: [], uid }

  const ways = uid === 0 ? [inNamespace, asNobody] : named ? [asSelf, plain] : [inNamespace]
  let refusal = ''
  for (const way of ways) {
    const answer = await tryMethod(way, program)
    if (answer === 'works') return way
    refusal = answer
  }
  throw new StartupFailure(`PostgreSQL cannot run here (${refusal}): ${adviceFor(uid)}`)
}

/** Changes the owner of `dir` and its contents to the user of PostgreSQL, if necessary. */
export async function changeOwner(runAs: RunAs, dir: string): Promise<void> {
  if (process.getuid?.() !== 0 || (await lstat(dir)).uid === runAs.uid) return
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(join(dir, entry), runAs.uid, runAs.uid)
  }
  // The directory itself comes last: its owner shows that the change is complete.
  await lchown(dir, runAs.uid, runAs.uid)
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== ''
  } catch {
    return false
  }
}

/** Returns 'works', or the error of the attempt. */
async function tryMethod(way: RunAs, program: string): Promise<string> {
  const [command = program, ...args] = [...way.prefix, program, '--version']
  return run(command, args, { env: postgresEnv }).then(
    () => 'works',
    (error: Error & { stderr?: string }) => (error.stderr || error.message).trim().split('\n').join(', '),
  )
}

function adviceFor(uid: number): string {
  const orElse = 'or set DATABASE_URL to a PostgreSQL of your own.'
  if (uid === 0) return `start Kinora as a normal user, ${orElse}`
  if (!hasName()) return `give user ${uid} a name in /etc/passwd, ${orElse}`
  return `install the packages again with npm ci, ${orElse}`
}
