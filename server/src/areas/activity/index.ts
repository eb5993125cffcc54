export { eventStreamRoute } from './event-stream.ts'
