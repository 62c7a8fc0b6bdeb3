;; Inner loop of the resampler, in WebAssembly for SIMD: JavaScript takes five times as long.
;; `npm run kernels:compile` compiles it to kernel-binary.ts.
(module
  ;; 704 KiB; kernel.ts has the layout.
  (memory (export "memory") 11)

  ;; Writes the outputs from $out to $outEnd, at least one. Each is a sum of inputs, weighted by the table row nearest to
  ;; the output's position between two inputs. Addresses and lengths are in bytes; a sample has 4, a row a multiple of 32.
  (func (export "filter")
    (param $in i32)         ;; first input of the first output
    (param $out i32)
    (param $outEnd i32)
    (param $table i32)
    (param $rowBytes i32)
    (param $rows i32)       ;; to an input; the table has one more, for places that are nearest to the next input
    (param $place i32)      ;; of the first output, in parts of an input
    (param $parts i32)      ;; to an input
    (param $stepBytes i32)  ;; from one output to the next: whole inputs, and the parts left over
    (param $stepParts i32)
    (local $row i32) (local $rowEnd i32) (local $at i32) (local $even v128) (local $odd v128)
    (loop $nextOutput
      (local.set $row
        (i32.add
          (local.get $table)
          (i32.mul
            (local.get $rowBytes)
            (i32.div_u
              (i32.add (i32.mul (local.get $place) (local.get $rows)) (i32.shr_u (local.get $parts) (i32.const 1)))
              (local.get $parts)))))
      (local.set $rowEnd (i32.add (local.get $row) (local.get $rowBytes)))
      (local.set $at (local.get $in))
      (local.set $even (v128.const f32x4 0 0 0 0))
      (local.set $odd (v128.const f32x4 0 0 0 0))
      (loop $nextInputs
        ;; Two sums, so that additions do not depend on the previous one.
        (local.set $even
          (f32x4.add
            (local.get $even)
            (f32x4.mul (v128.load (local.get $at)) (v128.load (local.get $row)))))
        (local.set $odd
          (f32x4.add
            (local.get $odd)
            (f32x4.mul (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $row)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $row (i32.add (local.get $row) (i32.const 32)))
        (br_if $nextInputs (i32.lt_u (local.get $row) (local.get $rowEnd))))
      (local.set $even (f32x4.add (local.get $even) (local.get $odd)))
      (f32.store
        (local.get $out)
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $even)) (f32x4.extract_lane 1 (local.get $even)))
          (f32.add (f32x4.extract_lane 2 (local.get $even)) (f32x4.extract_lane 3 (local.get $even)))))
      (local.set $in (i32.add (local.get $in) (local.get $stepBytes)))
      (local.set $place (i32.add (local.get $place) (local.get $stepParts)))
      (if (i32.ge_u (local.get $place) (local.get $parts))
        (then
          (local.set $place (i32.sub (local.get $place) (local.get $parts)))
          (local.set $in (i32.add (local.get $in) (i32.const 4)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $nextOutput (i32.lt_u (local.get $out) (local.get $outEnd))))))
