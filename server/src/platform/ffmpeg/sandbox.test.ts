import { describe, expect, it } from 'vitest'
import { sandboxesFor } from './sandbox.ts'

const limits = { wallMs: 1, cpuS: 9.5, memoryBytes: 1000, outputBytes: 500, noProgressMs: 1 }

describe('sandboxes', () => {
  it('tries the strictest first and falls back to none', () => {
    const levels = (platform: NodeJS.Platform, isRoot: boolean) =>
      sandboxesFor(platform, isRoot).map(({ level, uid }) => `${level} ${uid ?? 'self'}`)
    const user = ['namespaces self', 'limits self', 'none self']
    expect(levels('linux', true)).toEqual(['full 65534', 'limits 65534', ...user])
    expect(levels('linux', false)).toEqual(user)
    expect(levels('darwin', false)).toEqual(['none self'])
  })

  it('isolates a run as root: no network, user nobody, no new privileges, limits, ends with the server', () => {
    const command = sandboxesFor('linux', true)[0]?.wrap(['ffmpeg', '-i', 'a b'], limits).join(' ')
    expect(command).toBe(
      'unshare -n -i -- setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --no-new-privs ' +
        '--pdeathsig KILL prlimit --as=1000 --cpu=10:13 --fsize=500 --nofile=256 --core=0 -- ' +
        'nice -n 5 ffmpeg -i a b',
    )
  })

  it('isolates a run of a normal user without privileges', () => {
    const command = sandboxesFor('linux', false)[0]?.wrap(['ffmpeg'], limits).join(' ')
    expect(command).toContain('unshare -U -r -n -i -- setpriv --no-new-privs')
  })
})
