import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  decodeScte35: () => ({
    body: { message: '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=' },
  }),
}
