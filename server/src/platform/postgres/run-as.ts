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

/** All that PostgreSQL's programs see of the environment: none of our secrets, no PG* that would change it. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** How PostgreSQL's programs are run here. PostgreSQL refuses to run as root, and initdb wants a user that has
 * a name, so as root or as a nameless user they run as nobody: in a user namespace where the host allows one
 * (the files keep their owner), else as nobody for real (the files are given away). */
export interface RunAs {
  kind: 'namespace' | 'nobody' | 'self'
  /** The words before the program's own: they end it when this process dies, where the system can. */
  prefix: string[]
  /** The owner that its files need. */
  uid: number
}

/** Finds the way that works on this host for `program`. Throws StartupFailure when there is none. */
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
    const answer = await tryOut(way, program)
    if (answer === 'works') return way
    refusal = answer
  }
  throw new StartupFailure(`PostgreSQL cannot run here (${refusal}): ${mend(uid)}`)
}

/** Gives `dir` and all in it to the user that PostgreSQL runs as, when it is not theirs yet. */
export async function giveTo(runAs: RunAs, dir: string): Promise<void> {
  if (process.getuid?.() !== 0 || (await lstat(dir)).uid === runAs.uid) return
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(join(dir, entry), runAs.uid, runAs.uid)
  }
  // The directory itself comes last: its owner says whether the whole was done.
  await lchown(dir, runAs.uid, runAs.uid)
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== ''
  } catch {
    return false
  }
}

/** Says 'works', or what the attempt was answered with. */
async function tryOut(way: RunAs, program: string): Promise<string> {
  const [command = program, ...args] = [...way.prefix, program, '--version']
  return run(command, args, { env: postgresEnv }).then(
    () => 'works',
    (error: Error & { stderr?: string }) => (error.stderr || error.message).trim().split('\n').join(', '),
  )
}

function mend(uid: number): string {
  const orElse = 'or set DATABASE_URL to a PostgreSQL of your own.'
  if (uid === 0) return `start Kinora as a normal user, ${orElse}`
  if (!hasName()) return `give user ${uid} a name in /etc/passwd, ${orElse}`
  return `install the packages again with npm ci, ${orElse}`
}
