import { closeSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitParameters = Parameters<NodeFS['init']>;
type InitResult = Awaited<ReturnType<NodeFS['init']>>;

/** The parts of Emscripten's NODEFS that are used here. Not a public API: the version of PGlite is pinned. */
interface NodeFsModule {
  stream_ops: { fsync?: (stream: NodeFsStream) => number };
  realPath(node: unknown): string;
  /** Runs a file operation and turns Node's error into the errno that the C code expects. */
  tryFSOperation<T>(run: () => T): T;
}

interface NodeFsStream {
  /** Descriptor of the file in Node; a folder may have none. */
  nfd?: number;
  node: unknown;
}

/**
 * PGlite's file system on a real folder, with `fsync` wired in. Without it no byte is ever forced to disk
 * (electric-sql/pglite#1107) and a power cut leaves a database that does not open.
 */
export class DurableNodeFS extends NodeFS {
  readonly #initialised: () => void;
  #syncs = 0;
  #opened = false;

  /** `initialised` runs once, after the files of a new cluster have been written and before the first client can come. */
  constructor(cluster: string, initialised: () => void) {
    super(cluster);
    this.#initialised = initialised;
  }

  /** How many fsync calls have reached the disk. A test holds it to at least one per commit. */
  get syncs(): number {
    return this.#syncs;
  }

  override async init(pg: InitParameters[0], options: InitParameters[1]): Promise<InitResult> {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun?.push((mod) => {
      const nodefs: NodeFsModule = mod.NODEFS;
      nodefs.stream_ops.fsync = (stream) =>
        nodefs.tryFSOperation(() => {
          if (stream.nfd === undefined) this.#syncByPath(nodefs.realPath(stream.node));
          else fsyncSync(stream.nfd);
          this.#syncs += 1;
          return 0;
        });
    });
    return result;
  }

  /** PGlite calls this after `initdb`, and after every statement: the first are its own, while it opens. */
  override async syncToFs(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    this.#initialised();
  }

  #syncByPath(path: string): void {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** 16 MB instead of the default 128: measured 199 MB of resident memory instead of 329 after 50 scans. */
const LOW_MEMORY = ['-c', 'shared_buffers=16MB'];

/** `-F` is PGlite's "fsync off"; fdatasync, the default method, is an empty function in the WebAssembly build. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  ...LOW_MEMORY,
];

export const memoryStartParams = [...PGlite.defaultStartParams, ...LOW_MEMORY];
