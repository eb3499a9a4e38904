/**
 * The file of a worker thread beside the module that starts it: TypeScript in the sources, JavaScript in the build, where
 * it is an entry of its own (scripts/build.ts).
 * @param starter `import.meta.url` of that module
 */
export function workerFile(starter: string, name: string): URL {
  return new URL(`./${name}.${starter.endsWith('.ts') ? 'ts' : 'js'}`, starter);
}
