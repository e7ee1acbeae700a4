export function withSources(text: string): string
