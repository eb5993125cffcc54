import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/$environmentId/videos')({ component: () => null })
