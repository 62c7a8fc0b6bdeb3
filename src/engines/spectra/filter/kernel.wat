;; Filters the spectra of a frame, in WebAssembly for SIMD: JavaScript takes six times as long. Works in the memory of the Fourier
;; transform. `npm run kernels:compile` compiles it to kernel-binary.ts.
;;
;; A spectrum has 4096 bytes of real and 4096 of imaginary parts: bin b of a real signal is found from bins b and 1024 - b. A filter
;; has 513 numbers; its second half, if it has one, follows 2052 bytes after the first. Both functions do bins 1 to 512, four at a time.
(module
  (import "spectra" "memory" (memory 2))

  ;; Adds a beat, whose spectrum is that of the cosine + i the sine, to the filtered noise.
  (func (export "addBeat")
    (param $spectrum i32)
    (param $filter i32)     ;; for the cosine, then for the sine
    (param $noise i32)      ;; a spectrum
    (local $at i32) (local $here i32) (local $mirrored i32)
    (local $re v128) (local $im v128) (local $mirrorRe v128) (local $mirrorIm v128) (local $cos v128) (local $sin v128)
    (local.set $at (i32.const 4))
    (loop $next
      (local.set $here (i32.add (local.get $spectrum) (local.get $at)))
      (local.set $mirrored (i32.sub (i32.add (local.get $spectrum) (i32.const 4084)) (local.get $at)))
      (local.set $re (v128.load (local.get $here)))
      (local.set $im (v128.load offset=4096 (local.get $here)))
      (local.set $mirrorRe (v128.load (local.get $mirrored)))
      (local.set $mirrorIm (v128.load offset=4096 (local.get $mirrored)))
      (local.set $mirrorRe (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $mirrorRe) (local.get $mirrorRe)))
      (local.set $mirrorIm (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $mirrorIm) (local.get $mirrorIm)))
      (local.set $here (i32.add (local.get $filter) (local.get $at)))
      (local.set $cos (f32x4.mul (v128.load (local.get $here)) (f32x4.splat (f32.const 0.5))))
      (local.set $sin (f32x4.mul (v128.load offset=2052 (local.get $here)) (f32x4.splat (f32.const 0.5))))
      (local.set $here (i32.add (local.get $noise) (local.get $at)))
      (v128.store (local.get $here)
        (f32x4.add (v128.load (local.get $here)) (f32x4.add
          (f32x4.mul (local.get $cos) (f32x4.add (local.get $re) (local.get $mirrorRe)))
          (f32x4.mul (local.get $sin) (f32x4.add (local.get $im) (local.get $mirrorIm))))))
      (v128.store offset=4096 (local.get $here)
        (f32x4.add (v128.load offset=4096 (local.get $here)) (f32x4.add
          (f32x4.mul (local.get $cos) (f32x4.sub (local.get $im) (local.get $mirrorIm)))
          (f32x4.mul (local.get $sin) (f32x4.sub (local.get $mirrorRe) (local.get $re))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (i32.const 2052)))))

  ;; Writes the conjugate of the filtered pulses + i the filtered noise, for one transform back. `$plain` is the spectrum of the pulses
  ;; + i the plain noise.
  (func (export "filter")
    (param $plain i32)
    (param $free i32)         ;; a spectrum that is added as it is: real, then imaginary parts
    (param $pulseFilter i32)  ;; real, then imaginary parts
    (param $noiseFilter i32)
    (param $noise i32)        ;; the sum of the beats
    (param $output i32)
    (local $at i32) (local $here i32) (local $mirrored i32)
    (local $re v128) (local $im v128) (local $mirrorRe v128) (local $mirrorIm v128) (local $filterRe v128) (local $filterIm v128)
    (local $pulseRe v128) (local $pulseIm v128) (local $noiseRe v128) (local $noiseIm v128)
    (local.set $at (i32.const 4))
    (loop $next
      (local.set $here (i32.add (local.get $plain) (local.get $at)))
      (local.set $mirrored (i32.sub (i32.add (local.get $plain) (i32.const 4084)) (local.get $at)))
      (local.set $re (v128.load (local.get $here)))
      (local.set $im (v128.load offset=4096 (local.get $here)))
      (local.set $mirrorRe (v128.load (local.get $mirrored)))
      (local.set $mirrorIm (v128.load offset=4096 (local.get $mirrored)))
      (local.set $mirrorRe (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $mirrorRe) (local.get $mirrorRe)))
      (local.set $mirrorIm (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $mirrorIm) (local.get $mirrorIm)))
      ;; noise
      (local.set $filterRe (f32x4.mul (v128.load (i32.add (local.get $noiseFilter) (local.get $at))) (f32x4.splat (f32.const 0.5))))
      (local.set $here (i32.add (local.get $noise) (local.get $at)))
      (local.set $noiseRe (f32x4.add (v128.load (local.get $here))
        (f32x4.mul (local.get $filterRe) (f32x4.add (local.get $im) (local.get $mirrorIm)))))
      (local.set $noiseIm (f32x4.add (v128.load offset=4096 (local.get $here))
        (f32x4.mul (local.get $filterRe) (f32x4.sub (local.get $mirrorRe) (local.get $re)))))
      ;; pulses
      (local.set $re (f32x4.mul (f32x4.add (local.get $re) (local.get $mirrorRe)) (f32x4.splat (f32.const 0.5))))
      (local.set $im (f32x4.mul (f32x4.sub (local.get $im) (local.get $mirrorIm)) (f32x4.splat (f32.const 0.5))))
      (local.set $here (i32.add (local.get $pulseFilter) (local.get $at)))
      (local.set $filterRe (v128.load (local.get $here)))
      (local.set $filterIm (v128.load offset=2052 (local.get $here)))
      (local.set $here (i32.add (local.get $free) (local.get $at)))
      (local.set $pulseRe (f32x4.add (v128.load (local.get $here))
        (f32x4.sub (f32x4.mul (local.get $re) (local.get $filterRe)) (f32x4.mul (local.get $im) (local.get $filterIm)))))
      (local.set $pulseIm (f32x4.add (v128.load offset=2052 (local.get $here))
        (f32x4.add (f32x4.mul (local.get $re) (local.get $filterIm)) (f32x4.mul (local.get $im) (local.get $filterRe)))))
      ;; both
      (local.set $here (i32.add (local.get $output) (local.get $at)))
      (local.set $mirrored (i32.sub (i32.add (local.get $output) (i32.const 4084)) (local.get $at)))
      (v128.store (local.get $here) (f32x4.sub (local.get $pulseRe) (local.get $noiseIm)))
      (v128.store offset=4096 (local.get $here) (f32x4.neg (f32x4.add (local.get $pulseIm) (local.get $noiseRe))))
      (local.set $re (f32x4.add (local.get $pulseRe) (local.get $noiseIm)))
      (local.set $im (f32x4.sub (local.get $pulseIm) (local.get $noiseRe)))
      (v128.store (local.get $mirrored) (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $re) (local.get $re)))
      (v128.store offset=4096 (local.get $mirrored) (i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $im) (local.get $im)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (i32.const 2052)))))

  ;; Replaces the real part of a transformed frame by the weighted sum of what is predictable and the noise, whose level is 16 numbers,
  ;; one in the middle of each 64 samples.
  (func (export "weigh")
    (param $frame i32)
    (param $levels i32)
    (param $shares i32)   ;; how far on the way from a level to the next each sample lies
    (param $weights i32)
    (local $at i32) (local $here i32) (local $level i32) (local $from v128)
    (loop $next
      (local.set $level (i32.shr_s (i32.sub (local.get $at) (i32.const 128)) (i32.const 8)))
      (local.set $level (select (i32.const 0) (local.get $level) (i32.lt_s (local.get $level) (i32.const 0))))
      (local.set $level (select (i32.const 14) (local.get $level) (i32.gt_s (local.get $level) (i32.const 14))))
      (local.set $level (i32.add (local.get $levels) (i32.shl (local.get $level) (i32.const 2))))
      (local.set $from (v128.load32_splat (local.get $level)))
      (local.set $here (i32.add (local.get $frame) (local.get $at)))
      (v128.store (local.get $here)
        (f32x4.mul (v128.load (i32.add (local.get $weights) (local.get $at)))
          (f32x4.sub (v128.load (local.get $here))
            (f32x4.mul (v128.load offset=4096 (local.get $here))
              (f32x4.add (local.get $from)
                (f32x4.mul (v128.load (i32.add (local.get $shares) (local.get $at)))
                  (f32x4.sub (v128.load32_splat offset=4 (local.get $level)) (local.get $from))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (i32.const 4096))))))
