import { useMatch } from '@tanstack/react-router'

/** The folder whose page is open: new uploads go there. */
export function useOpenFolder(): string | null {
  const match = useMatch({ from: '/$environmentId/dam', shouldThrow: false })
  return match?.search.folder ?? null
}
