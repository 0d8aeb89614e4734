import { radialProfileOf, samples, type RadialProfile, type WeightedMode } from '#src/figures/field.ts';
import { grainStride, type PlateRenderer, type Scene } from './plate-scene.ts';
import { look } from './plate-look.ts';
import { grainFragment, grainVertex, plateFragment, plateVertex, type Uniform } from './plate.shader.ts';

/** More modes than the octave has. */
const profileRows = 32;

interface Program {
  readonly program: WebGLProgram;
  readonly at: (name: Uniform) => WebGLUniformLocation | null;
}

function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('Creating a shader failed');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  const locations = new Map<Uniform, WebGLUniformLocation | null>();
  return {
    program,
    at(name) {
      const known = locations.get(name);
      if (known !== undefined) return known;
      const location = gl.getUniformLocation(program, name);
      locations.set(name, location);
      return location;
    },
  };
}

/** Stores the radial profiles in a texture, one row per mode, written when a mode is first used. */
function createProfiles(gl: WebGL2RenderingContext) {
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG32F, samples + 1, profileRows);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const known = new Map<string, { row: number; profile: RadialProfile }>();
  return (mode: WeightedMode) => {
    const key = `${mode.m},${mode.n}`;
    const found = known.get(key);
    if (found) return found;
    const entry = { row: known.size % profileRows, profile: radialProfileOf(mode) };
    const { value, slope } = entry.profile;
    const texels = Float32Array.from(
      { length: 2 * value.length },
      (_, i) => (i % 2 ? slope : value)[i >> 1] ?? 0,
    );
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, entry.row, value.length, 1, gl.RG, gl.FLOAT, texels);
    known.set(key, entry);
    return entry;
  };
}

function bindGrains(gl: WebGL2RenderingContext, grains: Float32Array): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, grains, gl.STATIC_DRAW);
  for (const half of [0, 1]) {
    gl.enableVertexAttribArray(half);
    gl.vertexAttribPointer(half, 4, gl.FLOAT, false, grainStride * 4, half * 16);
  }
}

/**
 * Times the GPU, one picture at a time, on the clock of the frames: how long a picture was seen unfinished, so that a
 * page that checks rarely is not counted as slow.
 */
function createFence(gl: WebGL2RenderingContext, { timeline }: Document) {
  let fence: WebGLSync | null = null;
  let setMs = 0;
  let unfinishedMs = 0;
  const nowMs = () => Number(timeline.currentTime ?? 0);
  return {
    set() {
      if (fence) return;
      fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      setMs = nowMs();
      unfinishedMs = 0;
    },
    passedMs(): number | undefined {
      if (!fence) return undefined;
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED) {
        unfinishedMs = nowMs() - setMs;
        return undefined;
      }
      gl.deleteSync(fence);
      fence = null;
      return unfinishedMs;
    },
  };
}

/**
 * Creates a WebGL2 renderer. Returns null if there is no WebGL2 or setup fails (a shader does not compile, the context
 * is lost meanwhile); the canvas is then unusable for other contexts.
 */
export function createWebglRenderer(canvas: HTMLCanvasElement, grains: Float32Array): PlateRenderer | null {
  let gl: WebGL2RenderingContext | null = null;
  try {
    gl = canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      powerPreference: 'low-power',
      preserveDrawingBuffer: true,
    });
    return gl && drawWith(gl, grains, canvas.ownerDocument);
  } catch {
    if (gl) lose(gl);
    return null;
  }
}

const lose = (gl: WebGL2RenderingContext) => gl.getExtension('WEBGL_lose_context')?.loseContext();

function drawWith(gl: WebGL2RenderingContext, grains: Float32Array, page: Document): PlateRenderer {
  const plate = createProgram(gl, plateVertex, plateFragment);
  const powder = createProgram(gl, grainVertex, grainFragment);
  for (const { program } of [plate, powder]) {
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
      throw new Error(gl.getProgramInfoLog(program) ?? '');
  }
  const profileFor = createProfiles(gl);
  bindGrains(gl, grains);
  gl.viewport(0, 0, look.size, look.size);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const modes = new Float32Array(12);
  const fence = createFence(gl, page);

  const use = ({ program, at }: Program, { modes: { length } }: Scene, wave: number) => {
    gl.useProgram(program);
    gl.uniform3fv(at('modes'), modes);
    gl.uniform1i(at('modeCount'), length);
    gl.uniform1f(at('wave'), wave);
  };
  return {
    kind: 'webgl',
    draw(scene) {
      let wave = 0;
      scene.modes.forEach((mode, i) => {
        const { row, profile } = profileFor(mode);
        wave += (mode.amplitude * profile.zero) ** 2;
        modes.set([mode.m, mode.amplitude, row], i * 3);
      });
      gl.disable(gl.BLEND);
      use(plate, scene, wave);
      gl.uniform1f(plate.at('level'), scene.level);
      gl.uniform1f(plate.at('relief'), scene.relief);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.enable(gl.BLEND);
      use(powder, scene, wave);
      gl.uniform3fv(powder.at('flights'), scene.flights);
      gl.drawArrays(gl.POINTS, 0, grains.length / grainStride);
      fence.set();
    },
    gpuMs: () => fence.passedMs(),
    dispose: () => lose(gl),
  };
}
