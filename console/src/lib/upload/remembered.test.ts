import { describe, expect, it } from 'vitest'
import { matchFile } from './remembered'

const begun = { fileName: 'match.mov', fileSize: 900, lastModified: 5, isTest: false }

describe('a reselected file', () => {
  it('resumes the upload with the same name and size', () => {
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 5 }, false, [begun])).toBe(begun)
  })

  it('resumes it even if the modification time differs', () => {
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 77 }, false, [begun])).toBe(begun)
  })

  it('prefers the one with the same modification time', () => {
    const older = { ...begun, lastModified: 1 }
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 5 }, false, [older, begun])).toBe(begun)
  })

  it('does not match if the size differs', () => {
    expect(matchFile({ name: 'match.mov', size: 901, lastModified: 5 }, false, [begun])).toBeUndefined()
  })
})
