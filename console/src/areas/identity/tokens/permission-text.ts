import type { TokenPermission } from '@kinora/contract'

/** The translation key of a token's permission. */
export function permissionKey(permission: readonly TokenPermission[]): 'both' | 'read' | 'write' {
  if (!permission.includes('write')) return 'read'
  return permission.includes('read') ? 'both' : 'write'
}
