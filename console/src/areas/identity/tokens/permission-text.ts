import type { TokenPermission } from '@kinora/contract'

/** Read and write, or the one that there is alone. */
export function permissionKey(permission: readonly TokenPermission[]): 'both' | 'read' | 'write' {
  if (!permission.includes('write')) return 'read'
  return permission.includes('read') ? 'both' : 'write'
}
