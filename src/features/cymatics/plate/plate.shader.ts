import { samples } from '#src/figures/field.ts';
import { classCount } from './plate-scene.ts';
import { look } from './plate-look.ts';

/** Uniforms of both programs. `modes`: m, amplitude and row in the profiles; `wave`: mean square wavenumber. */
export type Uniform = 'modes' | 'modeCount' | 'profiles' | 'wave' | 'flights' | 'level' | 'relief';

const f = (value: number) => value.toFixed(5);
const colour = (rgb: readonly number[]) => `vec3(${rgb.map((part) => f(part / 255)).join()})`;

/**
 * u, ∂u/∂x, ∂u/∂y at a point of the unit disc, y down: radial profiles interpolated manually, θ clockwise from north.
 */
const field = `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D profiles;
uniform vec3 modes[4];
uniform int modeCount;
uniform float wave;
vec3 fieldAt(vec2 p) {
  float r = max(length(p), 1e-6);
  float at = min(r, 1.) * ${f(samples)};
  int i = min(int(at), ${samples - 1});
  float angle = atan(p.x, -p.y);
  vec3 sum = vec3(0);
  for (int k = 0; k < modeCount; k++) {
    vec3 mode = modes[k];
    vec2 radial = mode.y * mix(texelFetch(profiles, ivec2(i, int(mode.z)), 0).xy,
      texelFetch(profiles, ivec2(i + 1, int(mode.z)), 0).xy, at - float(i));
    float c = cos(mode.x * angle);
    float across = -mode.x * radial.x * sin(mode.x * angle) / r;
    sum += vec3(radial.x * c, (p * radial.y * c + vec2(-p.y, p.x) * across) / r);
  }
  return sum;
}`;

/** A grain: from home to the line in a few steps, then its scatter, flight, stream and tremble; 2×2 px. */
export const grainVertex = `${field}
layout(location=0) in vec4 place;
layout(location=1) in vec4 trait;
uniform vec3 flights[${classCount}];
flat out vec2 weight;
flat out float opacity;
void main() {
  vec2 p = place.xy;
  float lively = 0.;
  float steep = 0.;
  vec3 flight = flights[int(trait.w)];
  for (int i = 0; i < ${look.steps}; i++) {
    vec3 u = fieldAt(p);
    steep = dot(u.yz, u.yz);
    if (i == 0) lively = steep / wave + u.x * u.x;
    p -= trait.y * u.x / (steep + wave * (${f(look.swell)} * u.x * u.x + ${f(look.flat)})) * u.yz;
    if (i == 1) p += ${f(look.stream)} * flight.y * vec2(-u.z, u.y) * inversesqrt(wave * (steep + ${f(look.slack)} * wave));
    p /= max(1., length(p));
  }
  float seen = clamp((lively / ${f(look.lively)} - trait.z) * 4. + .5, 0., 1.);
  float width = ${f(look.lineWidth)} / sqrt(wave) * (${f(look.narrowest)} + ${f(look.widening)} / (1. + 2. * steep / wave));
  p += flight.x * mix(${f(look.flight[0])}, ${f(look.flight[1])}, trait.z) * (place.xy - p)
    + (width * (1. + ${f(look.tremble)} * flight.z) + flight.x * ${f(look.sideways)}) * place.zw;
  float r = length(p);
  if (r > 1.) p *= 2. / r - 1.;
  opacity = seen * mix(${f(look.dim)}, ${f(look.bright)}, trait.x) * (1. + ${f(look.sparkle)} * flight.x) * (1. - flight.y * flight.y * flight.y * flight.y);
  vec2 px = p * ${f(look.radius)} + ${f(look.size / 2 - 0.5)};
  weight = fract(px);
  gl_Position = vec4(((floor(px) + 1.) * ${f(2 / look.size)} - 1.) * vec2(1, -1), 0, 1);
  gl_PointSize = 2.;
}`;

export const grainFragment = `#version 300 es
precision highp float;
flat in vec2 weight;
flat in float opacity;
out vec4 colour;
void main() {
  vec2 share = mix(1. - weight, weight, step(.5, gl_PointCoord));
  colour = vec4(${colour(look.signal)}, min(1., opacity * share.x * share.y));
}`;

/** A triangle that covers the whole canvas. */
export const plateVertex = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0, 1);
}`;

/** The plate under the powder: relief lit from above and glowing antinodes. */
export const plateFragment = `${field}
uniform float level;
uniform float relief;
out vec4 colour;
void main() {
  vec2 px = gl_FragCoord.xy - ${f(look.size / 2)};
  colour = vec4(${colour(look.ground)}, 1);
  float inside = clamp(${f(look.radius + 0.5)} - length(px), 0., 1.);
  if (inside == 0.) return;
  vec2 p = vec2(px.x, -px.y) / ${f(look.radius)};
  vec3 u = fieldAt(p);
  float tilt = ${f(-look.relief)} * relief / sqrt(wave) * u.z;
  float light = ${f(look.plate)} + max(${f(-look.plate)}, tilt / (1. + abs(tilt)));
  float q = u.x * u.x * u.x * u.x;
  float glow = (${f(look.rest)} + ${f(look.glow)} * level) * q / (${f(look.ember)} + q);
  colour.rgb += inside * (light * ${colour(look.shade)} + glow * (${colour(look.signal)} - ${colour(look.ground)}));
}`;
